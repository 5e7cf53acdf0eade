"""The command `batt` that comes with the package: the same as the binary, in Python's process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import sysconfig
import urllib.request
from pathlib import Path

import pytest

import arcbatt

SCRIPT = [str(Path(sysconfig.get_path("scripts")) / "batt")]
MODULE = [sys.executable, "-m", "arcbatt"]
FORMS = pytest.mark.parametrize("batt", [SCRIPT, MODULE], ids=["script", "module"])

WRONG = "def solve_2099cb8f(I):\n    return I\n"
#: Commands with the exit codes that `batt --help` documents.
CODES = {
    ("--version",): 0,
    ("run", "--help"): 0,
    ("ops", "subgrid", "--dialect", "arc"): 0,
    ("fmt", "wrong.py"): 0,
    ("trace", "wrong.py", "--data", "embedded", "--json"): 1,
    ("fmt", "broken.py"): 1,
    ("run", "none.py"): 2,
    ("run", "--data", "none", "--json"): 2,
    ("nonsense",): 2,
}


def run(batt: list[str], *args: str | bytes, **options) -> subprocess.CompletedProcess[str]:
    settings = {"capture_output": True, "text": True, "stdin": subprocess.DEVNULL, "timeout": 300}
    return subprocess.run([*batt, *args], **{**settings, **options})


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """Files to run the command on, and no fetched data."""
    (tmp_path / "wrong.py").write_text(WRONG)
    (tmp_path / "broken.py").write_text("def solve_x(I:")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARCBATT_CACHE", str(tmp_path / "cache"))
    return tmp_path


@FORMS
def test_it_is_the_version_of_the_package(batt, folder):
    done = run(batt, "--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"batt {arcbatt.__version__}\n", "")


@FORMS
def test_it_runs_programs(batt, folder):
    done = run(batt, "run", "--data", "embedded", "--json")
    assert done.returncode == 0 and not done.stderr
    assert json.loads(done.stdout)["fits_demos"] == 20


def test_it_explains_ops(folder):
    done = run(SCRIPT, "ops")
    assert done.returncode == 0 and "vmirror" in done.stdout


@pytest.mark.parametrize("args", CODES, ids=" ".join)
def test_exit_codes_are_those_of_the_help(args, folder):
    assert run(SCRIPT, *args).returncode == CODES[args]


def test_it_does_what_the_binary_does(root, folder):
    """`make test-python` says in ARCBATT_BINARY where that is."""
    binary = root / os.environ.get("ARCBATT_BINARY", "none")
    if not binary.is_file():
        pytest.skip("ARCBATT_BINARY is not set, or not built: make test builds it")
    for args in CODES:
        one, other = run([str(binary)], *args), run(SCRIPT, *args)
        assert (one.returncode, one.stdout, one.stderr) == (other.returncode, other.stdout, other.stderr)


@FORMS
def test_it_is_called_batt(batt, folder):
    done = run(batt, "run", "--nonsense")
    assert done.returncode == 2 and "Usage: batt run" in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other names of files")
def test_names_of_files_are_bytes(folder):
    name = b"caf\xe9.py"
    Path(os.fsdecode(name)).write_text(WRONG)
    done = run(SCRIPT, "fmt", name)
    assert done.returncode == 0 and done.stdout.startswith("def solve_2099cb8f(I):")


@FORMS
def test_nobody_needs_to_read_what_it_prints(batt, folder):
    reader, writer = os.pipe()
    os.close(reader)
    done = run(batt, "show", "2099cb8f", "--data", "embedded", capture_output=False, stdout=writer, stderr=-1)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="shells close streams elsewhere")
@FORMS
def test_files_do_not_take_the_place_of_closed_streams(batt, folder):
    shell = ["sh", "-c", '"$@" <&- >&- 2>&-', "sh", *batt]
    done = run(shell, "show", "2099cb8f", "--data", "embedded", "--svg", "task.svg")
    assert done.returncode == 0
    text = Path("task.svg").read_text()
    assert text.startswith("<svg") and text.rstrip().endswith("</svg>")


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@FORMS
def test_it_serves_until_it_is_told_to_stop(batt, number, folder):
    assert run(batt, "score", "wrong.py", "--data", "embedded", "--store", "s.db").returncode in (0, 1)
    serve = [*batt, "serve", "--store", "s.db", "--addr", "127.0.0.1:0", "--json"]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        try:
            url = json.loads(server.stdout.readline())["url"]
            with urllib.request.urlopen(url, timeout=60) as page:
                assert page.status == 200 and b"<script" in page.read()
            server.send_signal(number)
            out, errors = server.communicate(timeout=60)
        finally:
            server.kill()
    assert (server.returncode, out, errors) == (0, "", "")


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
@FORMS
def test_ctrl_c_ends_it_as_it_ends_any_command(batt, folder, interrupts):
    with subprocess.Popen([*batt, "fmt", "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE) as waiting:
        try:
            # More than a pipe holds: when this is written, the command is reading.
            waiting.stdin.write(b"#" * 1_000_000)
            waiting.stdin.flush()
            waiting.send_signal(signal.SIGINT)
            errors = waiting.stderr.read()
        finally:
            waiting.kill()
    assert (waiting.returncode, errors) == (-signal.SIGINT, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
def test_ctrl_c_ends_a_search_between_generations(folder, interrupts):
    words = ["evolve", "wrong.py", "--data", "embedded", "--tasks", "2099cb8f", "--beyond", "--solve", "0"]
    search = [*SCRIPT, *words, "--time", "1h", "--population", "16", "--json"]
    with subprocess.Popen(search, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        try:
            wait_for_store(running, folder / "arcbatt.db")
            running.send_signal(signal.SIGINT)
            out, errors = running.communicate(timeout=120)
        finally:
            running.kill()
    assert running.returncode == 0, errors
    assert json.loads(out)["ended"] == "stopped"


def wait_for_store(running: subprocess.Popen[str], path: Path) -> None:
    """Returns when a generation is in the store."""
    while running.poll() is None:
        try:
            with arcbatt.Store(path, read_only=True) as store:
                if store.tasks():
                    return
        except arcbatt.StoreError:
            pass
    raise AssertionError(running.communicate())


def test_its_own_python_fetches_the_data(folder, monkeypatch):
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.delenv("PYTHON", raising=False)
    done = run(MODULE, "data", "get")
    assert done.returncode == 1
    assert f"{sys.executable} -m pip download failed" in done.stderr


IMPORTED = """
import signal, sys, threading
import arcbatt
assert "arcbatt.__main__" not in sys.modules
assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
import pathlib
tasks = pathlib.Path("/proc/self/task")
assert not tasks.is_dir() or len(list(tasks.iterdir())) == 1
"""


def test_importing_the_package_runs_nothing_of_it(interrupts):
    done = run([sys.executable, "-c", IMPORTED])
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
