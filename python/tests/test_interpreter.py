"""What could bring the interpreter down or fill its memory, tried in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap

import pytest

#: Seconds after which a process hangs.
HANGS = 120

CAUGHT = """
import arcbatt
from arcbatt import dsl

def kind(call):
    try:
        call()
    except BaseException as error:
        return type(error).__name__
"""

#: Memory for the interpreter with what it imports, and not for much more.
LITTLE_MEMORY = """
import resource
resource.setrlimit(resource.RLIMIT_AS, (3 << 29, 3 << 29))
"""


def run(code: str, before: str = CAUGHT) -> str:
    """What Python code prints in a process of its own, which must end as it should."""
    given = subprocess.run(
        [sys.executable, "-c", before + textwrap.dedent(code)], capture_output=True, text=True, timeout=HANGS
    )
    assert given.returncode == 0, (given.returncode, given.stdout, given.stderr[-2000:])
    return given.stdout.strip()


@pytest.mark.parametrize("bind", ["rbind(dsl.astuple, (f, 0, 0))", "lbind(dsl.astuple, frozenset({f}))"])
def test_functions_in_bound_containers_nest_to_a_fixed_depth(bind):
    code = f"""
    def nested(levels):
        f = dsl.identity
        for _ in range(levels):
            f = dsl.{bind}
        return f(1), dsl.apply(f, (1, 2))
    print(kind(lambda: nested(100)), kind(lambda: nested(300)))
    """
    assert run(code) == "None BudgetFault"


CHAINS = {
    "methods": "types.MethodType(dsl.astuple, f)",
    "partials": "functools.partial(dsl.astuple, f)",
    "objects": "Holding(f)",
    "closures": "(lambda held: lambda x: held)(f)",
}


@pytest.mark.parametrize("link", CHAINS.values(), ids=CHAINS)
def test_long_chains_of_functions_are_freed(link):
    """Functions hold Python functions that hold functions, beyond any stack."""
    code = f"""
    import functools, gc, types
    class Holding:
        def __init__(self, held):
            self.held = held
        def __call__(self, x):
            return x
    f = dsl.identity
    for _ in range(60_000):
        f = dsl.compose(dsl.identity, {link})
    assert len(repr(f)) < 100 and hash(f) and f == f
    gc.collect()
    del f
    gc.collect()
    print("freed")
    """
    assert run(code) == "freed"


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are Linux's")
@pytest.mark.parametrize(
    "value",
    [
        "((1,) * 131072,) * 131072",
        "((1000,) * 100000,) * 100000",
        "(((0, 1, 2), (3,)) * 1000,) * 100000",
        "frozenset((n,) + (1,) * 100000 for n in range(1000, 1300))",
        "nested((1000,) * 131000, 200)",
    ],
)
def test_large_parts_many_times_over(value):
    code = f"""
    def nested(part, levels):
        return (part, nested(part, levels - 1)) if levels else part
    value = {value}
    print(kind(lambda: dsl.mostcommon(value)))
    """
    assert run(code, CAUGHT + LITTLE_MEMORY) == "BudgetFault"


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are Linux's")
def test_lists_without_end():
    code = """
    class Endless(list):
        def __iter__(self):
            while True:
                yield 1
        def __len__(self):
            raise ValueError
    print(dsl.size(Endless([1, 2])), dsl.maximum([Endless([3]), (4, 5)]))
    """
    assert run(code, CAUGHT + LITTLE_MEMORY) == "2 (4, 5)"


@pytest.mark.parametrize("size", [256, 512, 1024, 2048, 16384])
def test_recursion_through_ops_in_threads_with_any_stack(size):
    code = f"""
    import threading
    def again(x):
        return dsl.apply(again, (x, x))
    def fits(x):
        return dsl.apply(lambda y: dsl.first((y, 5)), (x, x))
    def work():
        print(kind(lambda: again(1)) in ("BudgetFault", "RecursionError"), fits(1))
    threading.stack_size({size} << 10)
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    """
    assert run(code) == "True (1, 1)"


DAEMONS = {
    "a function": "dsl.apply(busy, (1, 2))",
    "a function without code": "dsl.apply(functools.partial(busy), (1, 2))",
    "an integer": "dsl.add(Busy(), 1)",
    "a comparison": "dsl.contained(1, (Busy(), 2))",
    "a cell": "arcbatt.Program(ROT).run([[Busy()]])",
    "progress": "arcbatt.evaluate([ROT] * 3, 'embedded', progress=busy)",
    "a generation": "arcbatt.evolve('embedded', time=1000, threads=1, callback=busy)",
    "a search": "arcbatt.evolve('embedded', time=1000, threads=1, beyond=True, callback=lambda _: started.set())",
}


@pytest.mark.parametrize("work", DAEMONS.values(), ids=DAEMONS)
def test_daemon_threads_at_the_end(work):
    """The interpreter ends while another thread is in the middle of something and asks for its lock."""
    code = f"""
    import functools, threading, time
    ROT = "def solve_a(I):\\n    return rot90(I)\\n"
    started = threading.Event()
    def busy(*_):
        started.set()
        while True:
            time.sleep(0)  # gives the lock away and asks for it again
    class Busy:
        __index__ = __eq__ = busy
        __hash__ = None
    threading.Thread(target=lambda: {work}, daemon=True).start()
    started.wait()
    print("the end")
    """
    assert run(code) == "the end"


def test_threads_end_as_they_did():
    code = """
    import threading
    def work(seen):
        seen.append(dsl.apply(lambda x: x + 1, (1, 2)))
    seen = []
    threads = [threading.Thread(target=work, args=(seen,)) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(seen == [(2, 3)] * 50)
    """
    assert run(code) == "True"


def test_subinterpreters_are_refused():
    code = """
    try:
        import _interpreters as all
        start = all.exec
    except ImportError:
        import _xxsubinterpreters as all
        start = all.run_string
    start(all.create(), "try:\\n import arcbatt\\nexcept ImportError as e: print('subinterpreter' in str(e))")
    print(dsl.first((1, 2)))
    """
    assert run(code).split() == ["True", "1"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_in_the_middle_of_a_callback(long_work):
    code = f"""
    import os, sys
    class Enough(Exception): pass
    children = []
    def forking(_done, _total):
        if children:
            raise Enough
        children.append(os.fork())
    parent = os.getpid()
    kept = kind(lambda: arcbatt.evaluate({long_work[:200]!r}, "embedded", progress=forking))
    if os.getpid() != parent:
        again = arcbatt.evaluate([{long_work[0]!r}], "embedded")
        os._exit(7 if kept == "RuntimeError" and len(again) else 8)
    print(kept, os.waitstatus_to_exitcode(os.waitpid(children[0], 0)[1]))
    """
    assert run(code) == "Enough 7"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_store_stays_with_the_process_that_opened_it(tmp_path):
    code = f"""
    import os
    path = {str(tmp_path / "a.db")!r}
    children = []
    def forking(_progress):
        if not children:
            children.append(os.fork())
    def child_ends(child):
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    parent = os.getpid()
    programs = "def solve_2099cb8f(I):\\n    return rot90(I)\\n"
    search = dict(tasks=["2099cb8f"], generations=3, population=8, solve=0, beyond=True, callback=forking)
    with arcbatt.Store(path) as store:
        kept = kind(lambda: arcbatt.evolve("embedded", programs, store=store, **search))
        if os.getpid() != parent:
            os._exit(7 if kept == "RuntimeError" and kind(store.tasks) == "StoreError" else 8)
        print(kept, child_ends(children[0]), store.runs()[0]["generation"], store.check()["wrong"])
        child = os.fork()
        if child == 0:
            refused = kind(store.tasks)
            store.close()
            del store
            with arcbatt.Store(path, read_only=True) as again:
                os._exit(7 if refused == "StoreError" and again.runs() else 8)
        print(child_ends(child), len(store.runs()))
    """
    assert run(code).split() == ["None", "7", "3", "0", "7", "1"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_in_the_callback_of_solve(tmp_path):
    code = f"""
    import os
    tasks = [arcbatt.Task(str(n), [([[1, 2]], [[2, 1]])] * 2, [([[3, n]], None)]) for n in range(3)]
    children = []
    def forking(_solution):
        if not children:
            children.append(os.fork())
    parent = os.getpid()
    with arcbatt.Store({str(tmp_path / "a.db")!r}) as store:
        kept = kind(lambda: arcbatt.solve(tasks, effort=0.02, store=store, callback=forking))
        if os.getpid() != parent:
            again = arcbatt.solve(tasks, effort=0.02)
            os._exit(7 if kept == "RuntimeError" and kind(store.tasks) == "StoreError" and again.answered else 8)
        child = os.waitstatus_to_exitcode(os.waitpid(children[0], 0)[1])
        print(kept, child, len(store.tasks()), store.check()["wrong"])
    """
    assert run(code).split() == ["None", "7", "3", "0"]
