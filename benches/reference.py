"""Runs the reference programs under CPython on behalf of `arcbatt-bench`.

Requests come on standard input, replies go to standard output, one JSON object per line. Values are
written as in the golden vectors: integers, arrays for tuples, {"set": [...]}, {"fn": ..., "args": [...]}.

The first line says what to load: {"rearc": folder, "tasks": file, "programs": [ids]}. Then
  {"do": "pass"}                                every program on every sample, timed
  {"do": "record", "keep": n}                   the same once more, untimed: counts and keeps real calls
  {"do": "op", "name": op, "seconds": s}        times the kept calls of an op and hands them over
  {"do": "batt", "source": text, "grids": [...], "seconds": s}
                                                the function `batt` of a text on each grid, timed; null beyond s
"""

import gc
import importlib
import json
import os
import random
import signal
import sys
import time
from collections import Counter

# Calls of one op kept from one run of a program: a program that calls it in a loop has no more say.
KEEP_PER_RUN = 2

# Timings of an op; the best one counts. Slow ops are not repeated.
ROUNDS = 3
SLOW_SECONDS = 1


class Unwritable(Exception):
    """A value that the form of the vectors does not know, such as None."""


# ---- values


def tuples(rows):
    return tuple(map(tuple, rows))


def builder_parts(function):
    """The op that built a function and the arguments it was given, found in its closure."""
    name = function.__qualname__.split(".")[0]
    builder = getattr(DSL, name)
    params = builder.__code__.co_varnames[: builder.__code__.co_argcount]
    cells = (cell.cell_contents for cell in function.__closure__)
    bound = dict(zip(function.__code__.co_freevars, cells))
    return name, [bound[param] for param in params]


def encode(value):
    if isinstance(value, int):
        return int(value)
    if isinstance(value, tuple):
        return [encode(part) for part in value]
    if isinstance(value, (frozenset, set)):
        return {"set": [encode(part) for part in value]}
    if not callable(value):
        raise Unwritable(type(value).__name__)
    if not value.__closure__:
        return {"fn": value.__name__}
    name, args = builder_parts(value)
    return {"fn": name, "args": [encode(part) for part in args]}


# ---- whole passes


def load(setup):
    """(id, program, input, output) for every sample."""
    global DSL, OPS, PROGRAMS
    sys.dont_write_bytecode = True
    sys.path.insert(0, setup["rearc"])
    DSL = importlib.import_module("rearc_utils.dsl")
    programs = importlib.import_module("rearc_utils.verifiers")
    PROGRAMS = programs
    functions = {name: f for name, f in vars(DSL).items() if hasattr(f, "__code__")}
    OPS = {f.__code__: name for name, f in functions.items()}
    with open(setup["tasks"], encoding="utf-8") as file:
        tasks = json.load(file)["train"]
    runs = []
    for task in setup["programs"]:
        program = getattr(programs, f"verify_{task}")
        for sample in tasks[task]["train"] + tasks[task]["test"]:
            runs.append((task, program, tuples(sample["input"]), tuples(sample["output"])))
    return runs


def one_pass(runs):
    """Seconds inside programs only, in all and by program, and how many results are right."""
    clock = time.perf_counter
    by_program, right, failed = Counter(), 0, 0
    for task, program, grid, expected in runs:
        started = clock()
        try:
            out = program(grid)
        except Exception:
            out = None
            failed += 1
        by_program[task] += clock() - started
        right += out == expected
    return {"seconds": sum(by_program.values()), "right": right, "failed": failed, "programs": by_program}


# ---- recording


class Recorder:
    """Counts calls of ops and keeps some of those that programs make, themselves or through functions.

    Ops that call other ops by name are left out of the count of programs' calls: that is how the
    reference is written, not what programs ask for.
    """

    def __init__(self, keep):
        self.keep = keep
        self.all, self.asked = Counter(), Counter()
        self.in_run, self.run_seen = {}, Counter()
        self.kept, self.seen = {}, Counter()
        self.random = random.Random(1)
        self.file = DSL.__file__

    def __call__(self, frame, _event, _arg):
        name = OPS.get(frame.f_code)
        if name is None:
            return
        self.all[name] += 1
        caller = frame.f_back.f_code
        if caller.co_filename == self.file and name in caller.co_names:
            return
        self.asked[name] += 1
        self.run_seen[name] += 1
        place = self.place(self.run_seen[name], KEEP_PER_RUN)
        if place is not None:
            put(self.in_run.setdefault(name, []), place, arguments(frame))

    def place(self, seen, room):
        """Where the next of a stream goes so that each has the same chance to stay."""
        place = seen - 1 if seen <= room else self.random.randrange(seen)
        return place if place < room else None

    def end_run(self):
        for name, calls in self.in_run.items():
            for args in calls:
                self.seen[name] += 1
                place = self.place(self.seen[name], self.keep)
                if place is not None:
                    put(self.kept.setdefault(name, []), place, args)
        self.in_run, self.run_seen = {}, Counter()


def put(items, place, item):
    if place == len(items):
        items.append(item)
    else:
        items[place] = item


def arguments(frame):
    names = frame.f_code.co_varnames[: frame.f_code.co_argcount]
    return tuple(frame.f_locals[name] for name in names)


def record(runs, keep):
    recorder = Recorder(keep)
    for _, program, grid, _ in runs:
        sys.settrace(recorder)
        try:
            program(grid)
        except Exception:
            pass
        finally:
            sys.settrace(None)
        recorder.end_run()
    gc.collect()
    gc.freeze()
    return recorder


# ---- single ops


def spin(function, calls, times):
    started = time.perf_counter()
    for _ in range(times):
        for args in calls:
            function(*args)
    return time.perf_counter() - started


def best_mean(function, calls, seconds):
    """Nanoseconds per call, best of some rounds of at least `seconds` each."""
    once = max(spin(function, calls, 1), 1e-7)
    times = int(seconds / once) + 1
    rounds = ROUNDS if once < SLOW_SECONDS else 1
    best = min(spin(function, calls, times) for _ in range(rounds))
    return best / times / len(calls) * 1e9


def writable(function, calls):
    """The calls whose arguments can be written down and that give something, with what they give."""
    for args in calls:
        try:
            yield args, [encode(part) for part in args], encode(function(*args))
        except Exception:
            pass


def one_op(recorder, name, seconds):
    function = getattr(DSL, name)
    found = recorder.kept.get(name, [])
    calls = list(writable(function, found))
    nanos = best_mean(function, [args for args, _, _ in calls], seconds) if calls else 0
    rows = [{"args": args, "out": out} for _, args, out in calls]
    return {"ns": nanos, "left_out": len(found) - len(calls), "calls": rows}


# ---- all programs as one function


class Late(BaseException):
    """The time of a sample is over. Programs catch exceptions, but no more than that."""


def stop(_signal, _frame):
    raise Late


def batt(source, grids, seconds):
    """Seconds by grid; None where the time was over."""
    names = {**vars(DSL), **vars(PROGRAMS)}
    exec(compile(source, "batt", "exec"), names)
    signal.signal(signal.SIGALRM, stop)
    return [timed_batt(names["batt"], tuples(grid), seconds) for grid in grids]


def timed_batt(function, grid, seconds):
    started = time.perf_counter()
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        function(grid)
        signal.setitimer(signal.ITIMER_REAL, 0)
    except Late:
        return None
    return time.perf_counter() - started


# ---- requests


def version():
    return f"{sys.implementation.name} {'.'.join(map(str, sys.version_info[:3]))}"


def main():
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def reply(value):
        replies.write(json.dumps(value, separators=(",", ":")) + "\n")
        replies.flush()

    runs = load(json.loads(sys.stdin.readline()))
    gc.collect()
    gc.freeze()
    reply({"python": version(), "samples": len(runs)})
    recorder = None
    for line in sys.stdin:
        request = json.loads(line)
        if request["do"] == "pass":
            reply(one_pass(runs))
        elif request["do"] == "record":
            recorder = record(runs, request["keep"])
            calls, asked = sum(recorder.all.values()), sum(recorder.asked.values())
            reply({"calls": calls, "asked": asked, "by_op": recorder.asked})
        elif request["do"] == "batt":
            reply(batt(request["source"], request["grids"], request["seconds"]))
        else:
            reply(one_op(recorder, request["name"], request["seconds"]))


main()
