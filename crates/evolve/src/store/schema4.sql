-- The strategy of `solve` that found a program; NULL for programs from files and for mutants.
ALTER TABLE lineage ADD COLUMN strategy TEXT;
