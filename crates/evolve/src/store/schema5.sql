-- Whether a program was simplified after it was found: lines that make no difference for its task went, and odd constants.
ALTER TABLE lineage ADD COLUMN simplified INTEGER NOT NULL DEFAULT 0;
