-- Hashes are 16 bytes, the first digit first. Numbers above 2^63 wrap around.

CREATE TABLE tasks (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    -- What its demo pairs and test inputs hash to; unknown until a data set was checked.
    fingerprint BLOB CHECK (length(fingerprint) = 16),
    data TEXT
) STRICT;

CREATE TABLE versions (
    id INTEGER PRIMARY KEY,
    engine TEXT NOT NULL,
    data TEXT NOT NULL,
    data_version TEXT NOT NULL,
    UNIQUE (engine, data, data_version)
) STRICT;

-- The text is `def <name>(<parameters of the dialect>):` and the body.
CREATE TABLE programs (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 16),
    dialect INTEGER NOT NULL CHECK (dialect IN (0, 1)),
    name TEXT NOT NULL,
    body TEXT NOT NULL,
    size INTEGER NOT NULL
) STRICT;

CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    -- The same wherever the run is stored.
    key BLOB NOT NULL UNIQUE CHECK (length(key) = 16),
    -- Started in this store, not merged into it.
    own INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    settings TEXT NOT NULL,
    -- Apart from the settings because reading JSON may lose the last bit.
    mutation_rate REAL NOT NULL,
    generation INTEGER,
    counters TEXT NOT NULL,
    finished INTEGER NOT NULL
) STRICT;

CREATE TABLE pool (
    run INTEGER NOT NULL REFERENCES runs,
    place INTEGER NOT NULL,
    program INTEGER NOT NULL REFERENCES programs,
    PRIMARY KEY (run, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX pool_by_program ON pool (program);

-- Test columns are for reports alone: nothing that chooses reads them.
CREATE TABLE results (
    task INTEGER NOT NULL REFERENCES tasks,
    program INTEGER NOT NULL REFERENCES programs,
    demo_score INTEGER NOT NULL,
    demo_right INTEGER NOT NULL,
    demo_count INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    cost INTEGER NOT NULL,
    outputs BLOB NOT NULL CHECK (length(outputs) = 16),
    test_right INTEGER NOT NULL,
    test_count INTEGER NOT NULL,
    version INTEGER NOT NULL REFERENCES versions,
    run INTEGER REFERENCES runs,
    generation INTEGER,
    PRIMARY KEY (task, program)
) STRICT, WITHOUT ROWID;
CREATE INDEX results_by_program ON results (program);

-- Stays when a program leaves its task, for the sake of its descendants.
CREATE TABLE lineage (
    program INTEGER NOT NULL REFERENCES programs,
    task INTEGER NOT NULL REFERENCES tasks,
    -- Hashes one after the other, the mutated program first.
    parents BLOB NOT NULL CHECK (length(parents) % 16 = 0),
    mutations TEXT NOT NULL,
    seed INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    candidate INTEGER NOT NULL,
    PRIMARY KEY (program, task)
) STRICT, WITHOUT ROWID;

CREATE TABLE statistics (
    run INTEGER NOT NULL REFERENCES runs,
    generation INTEGER NOT NULL,
    candidates INTEGER NOT NULL,
    candidate_samples INTEGER NOT NULL,
    mutants INTEGER NOT NULL,
    mutants_ok INTEGER NOT NULL,
    mutants_changed INTEGER NOT NULL,
    new_programs INTEGER NOT NULL,
    seconds REAL NOT NULL,
    counters TEXT NOT NULL,
    PRIMARY KEY (run, generation)
) STRICT, WITHOUT ROWID;

-- One row each time the best of a task changes.
CREATE TABLE progress (
    run INTEGER NOT NULL REFERENCES runs,
    task INTEGER NOT NULL REFERENCES tasks,
    generation INTEGER NOT NULL,
    best INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    PRIMARY KEY (run, task, generation)
) STRICT, WITHOUT ROWID;

CREATE TABLE differs (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 16),
    name TEXT NOT NULL,
    dialect INTEGER NOT NULL CHECK (dialect IN (0, 1)),
    text TEXT NOT NULL
) STRICT;

-- By run, so that merging a store twice counts nothing twice.
CREATE TABLE differ_notes (
    differ INTEGER NOT NULL REFERENCES differs,
    run INTEGER NOT NULL REFERENCES runs,
    runs INTEGER NOT NULL,
    improvement INTEGER NOT NULL,
    PRIMARY KEY (differ, run)
) STRICT, WITHOUT ROWID;
