"""What could bring the interpreter down or fill its memory, tried in processes of their own."""

from __future__ import annotations

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


@pytest.mark.parametrize("levels", [100, 300, 5000, 20_000])
@pytest.mark.parametrize("bind", ["rbind(dsl.astuple, (f, 0, 0))", "lbind(dsl.astuple, frozenset({f}))"])
def test_functions_that_wait_in_each_other(levels, bind):
    """A bound container is read at the first call, and what is in it may have such a container again."""
    wanted = {100: "None"}.get(levels, "BudgetFault")
    code = f"""
    f = dsl.identity
    for _ in range({levels}):
        f = dsl.{bind}
    print(kind(lambda: f(1)), kind(lambda: dsl.apply(f, (1, 2))))
    """
    assert run(code) == f"{wanted} {wanted}"


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
