"""What must work in an empty environment, without pytest: `python smoke.py`."""

import json
import os
import pickle
import platform
import subprocess
import sys
import sysconfig

before = set(sys.modules)

import arcbatt

OPTIONAL = ("numpy", "pandas", "matplotlib", "tqdm", "ray", "IPython")

TEXT = """
def solve_2099cb8f(I):
    frame = subgrid(ofcolor(I, 5), I)
    return upscale(trim(frame), colorcount(I, 2))
"""


def turned(I):
    from_outside = TIMES
    return arcbatt.dsl.upscale(arcbatt.dsl.rot90(I), from_outside)


TIMES = 2


def batt(*args: str) -> list[str]:
    """What the command prints, as a script and as a module."""
    script = os.path.join(sysconfig.get_path("scripts"), "batt")
    ways = [[script], [sys.executable, "-I", "-m", "arcbatt"]]
    return [subprocess.run([*way, *args], stdout=subprocess.PIPE, check=True).stdout.decode() for way in ways]


def main() -> None:
    imported = set(sys.modules) - before
    assert not imported & set(OPTIONAL), imported & set(OPTIONAL)
    data = arcbatt.Dataset.of("embedded")
    results = arcbatt.evaluate([TEXT, "def broken(I:"], data)
    assert results.fits_demos()["2099cb8f"] == [0], results.fits_demos()
    assert list(results.bad) == [1], results.bad
    assert pickle.loads(pickle.dumps(results)) == results

    from arcbatt import dsl

    assert dsl.vmirror(((1, 2), (3, 4))) == ((2, 1), (4, 3))
    try:
        dsl.first(())
    except arcbatt.EmptyFault as fault:
        assert isinstance(fault, ValueError)
    else:
        raise AssertionError("the first of nothing")
    compiled = arcbatt.compile(turned)
    assert compiled.compiled, compiled.why
    assert compiled(((1, 2),)) == turned(((1, 2),)) == ((1, 1), (1, 1), (2, 2), (2, 2))
    assert batt("--version") == [f"batt {arcbatt.__version__}\n"] * 2
    for printed in batt("run", "--data", "embedded", "--json"):
        assert json.loads(printed)["fits_demos"] == len(data), printed
    print(f"arcbatt {arcbatt.__version__} works with Python {platform.python_version()}")


if __name__ == "__main__":
    main()
