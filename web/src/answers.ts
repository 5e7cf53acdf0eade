/** The JSON that the server answers and reports hold. Units are in the names, or said here. */

/** One string per row, one character per cell: a colour, `.` nothing, `#` no colour, `?` no colour number. */
export type Rows = string[];

export interface Picture {
  rows: Rows;
  top: number;
  left: number;
}

export interface List {
  items: Drawn[];
  more: number;
}

/** A value: what it is in words and, where there is one, its picture. */
export interface Drawn {
  kind: string;
  about: string;
  picture: Picture | List | null;
}

export interface Fault {
  kind: string;
  explain: string;
}

export interface RunHead {
  id: number;
  /** As text: it may have more digits than numbers hold here. */
  seed: string;
  data: string;
  tasks: number;
  generation: number | null;
  finished: boolean;
  seconds: number;
  candidates: number;
}

/** Parallel arrays; `seconds` is search time since the start of the run. */
export interface Series {
  seconds: number[];
  generation: number[];
  candidates_per_second: number[];
  samples_per_second: number[];
  fits_demos: number[];
  score_percent: number[];
}

export interface ErrorCount {
  kind: string;
  count: number;
  explain: string;
}

export interface StoreHead {
  id: number;
  name: string;
  runs: RunHead[];
  runs_more: number;
  results: number;
  tasks: number;
  bytes: number;
  error: string | null;
}

export interface Stores {
  version: string;
  live: boolean;
  stores: StoreHead[];
}

export interface Run extends RunHead {
  data_version: string | null;
  engine: string | null;
  population: number;
  mutation_rate: number;
  fits_demos: number;
  score_percent: number;
  state: "running" | "finished" | "stopped";
  changed_seconds_ago: number | null;
  left: { seconds: number; by: "time" | "generations" } | null;
  counts: Record<string, number>;
  errors: ErrorCount[];
  series: Series;
}

export interface TaskMap {
  task: string[];
  best: number[];
  perfect: number[];
  fits_demos: number[];
  programs: number[];
  /** What found the best program: its place in the list of finders, from 1; 0 without programs. May be empty. */
  from: number[];
}

/** What found best programs: a strategy of `batt solve`, `mutation` or `file`. */
export interface Finder {
  name: string;
  tasks: number;
  fits_demos: number;
}

export interface Gain {
  generation: number;
  seconds: number | null;
  task: string;
  from: number;
  best: number;
  perfect: number;
  fits_demos: boolean;
}

export interface Overview {
  store: { id: number; name: string; results: number; tasks: number; bytes: number };
  runs: RunHead[];
  run: Run | null;
  totals: {
    tasks: number;
    fits_demos: number;
    score_percent: number;
    /** Of tasks that fit: by programs from files; right on the tests, of those whose tests are known. */
    fitted: { from_files: number; right_on_tests: number; tests_known: number } | null;
  };
  /** Those that fit most come first; none where that is not known. */
  finders: Finder[];
  map: TaskMap;
  map_more: number;
  /** Tasks with programs that are not of the run. */
  outside: number;
  recent: Gain[];
  closest: { task: string; best: number; perfect: number; from: string | null }[];
}

export interface Kept {
  hash: string;
  short: string;
  dialect: string;
  size: number;
  score: number;
  right: number;
  count: number;
  test_right: number | null;
  test_count: number | null;
  fits_demos: boolean;
  cost: number;
  from: string;
  generation: number | null;
  parent: string | null;
}

export interface Differ {
  name: string;
  score: number | null;
  input_score: number | null;
  improvement: number | null;
  fault: string | null;
}

export interface SampleOutput {
  name: string;
  output: Drawn | null;
  fault: Fault | null;
  right: boolean | null;
  wrong: number | null;
  points: number | null;
  cost: number;
  differs: Differ[];
}

export interface Outputs {
  hash: string;
  short: string;
  samples: SampleOutput[];
}

export interface Growth {
  run: number | null;
  generation: number | null;
  seconds: number | null;
  best: number;
  fits_demos: boolean;
}

export interface Task {
  task: string;
  data: string | null;
  data_version: string | null;
  remark: string | null;
  damaged: number;
  perfect: number;
  best: number;
  fits_demos: boolean;
  tests_hidden: boolean;
  demo: { input: Rows; output: Rows }[];
  test: { input: Rows; output: Rows | null }[];
  /** The first fits the demos, or comes nearest to it. */
  programs: Kept[];
  /** The source of the first one. */
  text: string | null;
  outputs: Outputs[];
  growth: Growth[];
}

export interface Mutation {
  line: number | null;
  place: string;
  operator: string;
  before: string;
  after: string;
}

export interface Ancestor {
  hash: string;
  short: string;
  known: boolean;
  damage: string | null;
  from: string;
  generation: number | null;
  candidate: number | null;
  seed: string | null;
  others: string[];
  mutations: Mutation[];
  text: string | null;
}

export interface Program {
  hash: string;
  short: string;
  dialect: string;
  size: number;
  text: string;
  task: string | null;
  kept: {
    task: string;
    score: number;
    perfect: number;
    right: number;
    count: number;
    fits_demos: boolean;
    cost: number;
    from: string;
    generation: number | null;
  }[];
  kept_more?: number;
  samples: string[];
  lineage: Ancestor[];
  lineage_more: number;
}

export interface Step {
  name: string;
  text: string;
  op: string | null;
  doc: string;
  uses: string[];
  state: "done" | "failed" | "replaced" | "not run";
  fault: Fault | null;
  cost: number;
  value: Drawn | null;
}

export interface Trace {
  hash: string;
  task: string;
  sample: number;
  name: string;
  input: Rows;
  expected: Rows | null;
  frame: [number, number];
  steps: Step[];
  steps_more: number;
  result: {
    value: Drawn | null;
    fault: Fault | null;
    right: boolean | null;
    wrong: number | null;
    cost: number;
  };
}

export interface OpUse {
  name: string;
  dialect: string;
  calls: number;
  seconds: number;
  calls_percent: number;
  seconds_percent: number;
}

export interface Devices {
  gpu_ops: number;
  cpu_ops: number;
  coverage_percent: number;
  launches: number;
  transfers_up: number;
  transfers_down: number;
  bytes_up: number;
  bytes_down: number;
  device_seconds: number;
  memory_high_bytes: number;
}

export interface Engine {
  runs: RunHead[];
  run: RunHead | null;
  seconds: number;
  steps_run: number;
  steps_known: number;
  shared_percent: number;
  ops: OpUse[];
  patterns: { name: string; calls: number; seconds: number }[];
  devices: Devices | null;
  fallbacks: { reason: string; count: number }[];
  values_high_bytes: number | null;
  operators: { name: string; count: number }[];
  errors: ErrorCount[];
}

export interface Side {
  store: number;
  store_name: string;
  run: number | null;
  seed: string | null;
  data: string | null;
  data_version: string | null;
  population: number | null;
  mutation_rate: number | null;
  tasks: number;
  fits_demos: number;
  score_percent: number;
  generation: number | null;
  seconds: number | null;
  candidates: number | null;
  candidates_per_second: number | null;
  results: number | null;
  errors: ErrorCount[];
  series: Series | null;
}

export interface Compare {
  a: Side;
  b: Side;
  tasks: {
    task: string;
    perfect: number;
    a_best: number;
    b_best: number;
    a_fits_demos: boolean;
    b_fits_demos: boolean;
  }[];
  tasks_more: number;
  same: number;
  only_a: number;
  only_b: number;
}
