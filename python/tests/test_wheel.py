"""The wheel that `make wheel` builds, and the sources that `make sdist` packs.

`make test-python` says in ARCBATT_WHEELS where the wheel is. Without it the package may be any build.
"""

from __future__ import annotations

import email
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path, PurePosixPath

import pytest

LIMIT = 12_000_000
EXTRAS = {"gym", "notebook", "numpy", "parquet", "ray"}
CRATES = {"judge", "lang", "exec", "gpu", "solve", "evolve", "cli", "py"}
INCLUDED = re.compile(r'include_(?:str|bytes)!\(\s*"([^"]+)"')


@pytest.fixture(scope="module")
def path(root: Path) -> Path:
    if "ARCBATT_WHEELS" not in os.environ:
        pytest.skip("ARCBATT_WHEELS is not set: make test-python tests the wheel")
    [path] = (root / os.environ["ARCBATT_WHEELS"]).glob("arcbatt-*.whl")
    return path


@pytest.fixture(scope="module")
def wheel(path: Path):
    with zipfile.ZipFile(path) as wheel:
        yield wheel


@pytest.fixture(scope="module")
def library(wheel: zipfile.ZipFile) -> bytes:
    [name] = [name for name in wheel.namelist() if ".so" in name]
    return wheel.read(name)


def info(wheel: zipfile.ZipFile, name: str) -> str:
    [found] = [path for path in wheel.namelist() if path.endswith(f".dist-info/{name}")]
    return wheel.read(found).decode()


def test_one_wheel_serves_every_python_from_3_10_on(path, wheel):
    tags = re.findall(r"^Tag: (\S+)$", info(wheel, "WHEEL"), re.MULTILINE)
    assert tags and all(tag.startswith("cp310-abi3-") for tag in tags)
    assert path.name.split("-")[2:4] == ["cp310", "abi3"]


def test_it_is_small(path):
    assert path.stat().st_size < LIMIT


def test_it_holds_the_package_and_nothing_else(wheel, root):
    source = root / "python"
    # What maturin leaves out: caches, and libraries of other builds.
    kept = [p for p in (source / "arcbatt").rglob("*") if p.is_file() and p.suffix not in (".pyc", ".so")]
    wanted = {p.relative_to(source).as_posix() for p in kept} | {"arcbatt/_arcbatt.abi3.so"}
    found = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert found == wanted
    assert {"arcbatt/py.typed", "arcbatt/dsl.pyi", "arcbatt/dsl_batt.pyi"} <= found


@pytest.mark.parametrize("name", ["LICENSE-MIT", "LICENSE-APACHE"])
def test_it_holds_the_licences(wheel, root, name):
    assert info(wheel, f"licenses/{name}") == (root / name).read_text()


def test_it_needs_nothing(wheel):
    about = email.message_from_string(info(wheel, "METADATA"))
    assert about["Name"] == "arcbatt"
    assert about["Requires-Python"] == ">=3.10"
    assert about["License-Expression"] == "MIT OR Apache-2.0"
    assert set(about.get_all("Provides-Extra")) == EXTRAS
    assert all("extra ==" in needed for needed in about.get_all("Requires-Dist"))


def test_it_brings_the_command(wheel):
    assert info(wheel, "entry_points.txt").split() == ["[console_scripts]", "batt=arcbatt.__main__:main"]


def test_its_description_is_for_people_who_use_python(wheel, root):
    about = email.message_from_string(info(wheel, "METADATA"))
    assert about["Description-Content-Type"].startswith("text/markdown")
    assert about.get_payload().strip() == (root / "python/README.md").read_text().strip()


def test_the_version_is_that_of_the_crates(wheel, root):
    import arcbatt

    version = re.search(r'^version = "(.+)"$', (root / "Cargo.toml").read_text(), re.MULTILINE)[1]
    assert email.message_from_string(info(wheel, "METADATA"))["Version"] == version == arcbatt.__version__


def test_the_library_has_no_debug_information(library):
    assert library[:4] == b"\x7fELF"
    assert b".debug_info\0" not in library and b".symtab\0" not in library


def test_the_library_runs_on_systems_as_old_as_2014(path, library):
    """Every symbol of the C library carries the version that it came with."""
    if "manylinux2014" not in path.name:
        pytest.skip("built without zig: it may need a system as new as this one")
    versions = set(re.findall(rb"\0GLIBC_(\d+)\.(\d+)(?:\.\d+)?(?=\0)", library))
    assert versions and max((int(major), int(minor)) for major, minor in versions) <= (2, 17)


def test_it_installs_without_a_network(path, tmp_path):
    venv.create(tmp_path / "venv", with_pip=False)
    python = tmp_path / "venv" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-index"]
    subprocess.run([*pip, "--find-links", path.parent, "arcbatt"], check=True)
    # Without the folder that holds the sources, nothing but the wheel is there to be imported.
    done = subprocess.run(
        [python, "-I", Path(__file__).with_name("smoke.py")], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "works with Python" in done.stdout


@pytest.fixture(scope="module")
def sources(root: Path, tmp_path_factory) -> Path:
    """The unpacked sources."""
    if shutil.which("cargo") is None:
        pytest.skip("no cargo")
    pytest.importorskip("maturin", reason="no maturin: make python installs it")
    folder = tmp_path_factory.mktemp("sdist")
    subprocess.run([sys.executable, "-m", "maturin", "sdist", "--out", folder], cwd=root, check=True)
    [archive] = folder.glob("arcbatt-*.tar.gz")
    with tarfile.open(archive) as files:
        files.extractall(folder, filter="data")
    return folder / archive.name.removesuffix(".tar.gz")


def test_the_sources_hold_every_crate_and_the_lock(sources):
    assert {path.name for path in (sources / "crates").iterdir()} == CRATES
    assert all(
        (sources / name).is_file() for name in ("Cargo.lock", "pyproject.toml", "python/README.md", "LICENSE-MIT")
    )
    assert (sources / "python" / "arcbatt" / "py.typed").is_file()
    assert not list(sources.rglob("*.so"))


def test_the_sources_hold_what_they_embed(sources):
    missing, found = [], 0
    for code in (sources / "crates").glob("*/src/**/*.rs"):
        for name in INCLUDED.findall(code.read_text()):
            found += 1
            if not (code.parent / PurePosixPath(name)).is_file():
                missing.append((code.relative_to(sources).as_posix(), name))
    assert found and not missing


def locked(folder: Path) -> set[tuple[str, str]]:
    lock = (folder / "Cargo.lock").read_text()
    return set(re.findall(r'^name = "(.+)"\nversion = "(.+)"$', lock, re.MULTILINE))


def test_cargo_reads_the_sources_and_takes_the_same_crates(sources, root):
    """The lock names crates of benches and fuzzing too; cargo drops those and keeps the versions of the rest."""
    done = subprocess.run(
        ["cargo", "update", "--workspace", "--offline"], cwd=sources, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert {f"arcbatt-{name}" for name in CRATES} <= {name for name, _ in locked(sources)}
    assert locked(sources) <= locked(root)
