"""What several tests share."""

from __future__ import annotations

import json
import os
import secrets
import signal
import sys
from pathlib import Path

import pytest

# No test needs a network, a display or news about itself. Set before anything reads them, for children too.
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
# Ray's cluster of the tests lets nobody else in, and leaves no token in the user's home folder.
os.environ["RAY_AUTH_MODE"] = "token"
os.environ["RAY_AUTH_TOKEN"] = secrets.token_hex(32)
os.environ.setdefault("MPLBACKEND", "Agg")

ROOT = Path(__file__).resolve().parents[2]

# Tests are one folder without packages: children made by spawn find what they import.
sys.path[:0] = [path for path in [str(ROOT / "python" / "tests")] if path not in sys.path]


@pytest.fixture
def interrupts():
    """Ctrl-C raises KeyboardInterrupt, also where the tests run in the background, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def embedded():
    """The embedded tasks, which are there without any network."""
    import arcbatt

    return arcbatt.Dataset.of("embedded")


@pytest.fixture
def kaggle(tmp_path: Path, root: Path, embedded) -> Path:
    """A folder laid out as `/kaggle` is on a competition's machine, with a few embedded tasks: the data, the wheel
    where it was built (ARCBATT_WHEELS), and a folder to work in."""
    data, wheel = tmp_path / "kaggle/input/arc-prize-2025", tmp_path / "kaggle/input/arcbatt-wheel"
    for folder in (data, wheel, tmp_path / "kaggle/working"):
        folder.mkdir(parents=True)
    challenges, solutions, sample = {}, {}, {}
    for id in ("e4d14648", "2099cb8f", "cddb23ef", "d93915de"):
        task = embedded[id]
        pairs = [{"input": pair.input.tolist(), "output": pair.output.tolist()} for pair in task.demo]
        challenges[id] = {"train": pairs, "test": [{"input": pair.input.tolist()} for pair in task.test]}
        solutions[id] = [pair.output.tolist() for pair in task.test]
        sample[id] = [{"attempt_1": [[0, 0], [0, 0]], "attempt_2": [[0, 0], [0, 0]]} for _ in task.test]
    files = {"evaluation_challenges": challenges, "evaluation_solutions": solutions, "test_challenges": challenges}
    for name, content in files.items():
        (data / f"arc-agi_{name}.json").write_text(json.dumps(content))
    (data / "sample_submission.json").write_text(json.dumps(sample))
    for path in (root / os.environ.get("ARCBATT_WHEELS", "none")).glob("arcbatt-*.whl"):
        (wheel / path.name).symlink_to(path)
    return tmp_path / "kaggle"


@pytest.fixture(scope="session")
def texts(root: Path) -> list[str]:
    """Texts of our own programs for the embedded tasks, one program each."""
    import arcbatt

    programs = arcbatt.load(root / "testdata" / "embedded" / "programs_arc.py")
    return [program.source for program in programs]


@pytest.fixture(scope="session")
def long_work():
    """Programs that would keep an evaluation busy for much longer than any test lets it run."""
    return [
        f"def solve_{n}(I):\n    x1 = asindices(upscale(I, TWO))\n    x2 = shift(x1, astuple({n}, 0))\n    x3 = product(x2, x2)\n"
        f"    x4 = compose(rbind(add, {n}), size)\n    return apply(x4, x3)\n"
        for n in range(11, 2000)
    ]
