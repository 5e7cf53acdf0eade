-- What is kept for a task, summed up from `results` whenever those change.
ALTER TABLE tasks ADD COLUMN programs INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN best INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN demo_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN solvers INTEGER NOT NULL DEFAULT 0;

UPDATE tasks SET programs = kept.programs, best = kept.best, demo_count = kept.demo_count,
    solvers = kept.solvers
FROM (SELECT task, count(*) AS programs, max(demo_score) AS best, max(demo_count) AS demo_count,
        sum(solved) AS solvers FROM results GROUP BY task) AS kept
WHERE kept.task = tasks.id;

-- Where the present session is going to end, as JSON; unknown for runs of other stores.
ALTER TABLE runs ADD COLUMN plan TEXT;

CREATE INDEX progress_by_generation ON progress (run, generation);
