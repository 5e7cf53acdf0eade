-- What a row of progress was about: how many demo samples the task had, and, once the task has become another one, the
-- last run that still saw it as it was.
ALTER TABLE progress ADD COLUMN demo_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE progress ADD COLUMN until INTEGER;

-- A best score never falls as long as the task is the same.
UPDATE progress SET demo_count = max((progress.best + 999) / 1000, tasks.demo_count),
    until = CASE WHEN progress.best > tasks.best THEN progress.run END
FROM tasks WHERE tasks.id = progress.task;
