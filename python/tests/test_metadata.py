"""What indexes, forges and people read about the project: one name, version, licence and address everywhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import arcbatt

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")

REPOSITORY = "https://github.com/arcbatt/arcbatt"
SYSTEMS = {
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
}


def read(path: Path):
    """A YAML file, with the keys as they are written: `on` is no truth value."""
    return yaml.load(path.read_text(), Loader=yaml.BaseLoader)


@pytest.fixture(scope="module")
def release(root: Path) -> dict:
    return read(root / ".github/workflows/release.yml")


@pytest.fixture(scope="module")
def about() -> dict[str, list[str]]:
    from importlib.metadata import metadata

    return metadata("arcbatt").json


def test_the_citation_is_of_this_version(root):
    citation = read(root / "CITATION.cff")
    assert {"cff-version", "message", "title", "authors"} <= set(citation)
    assert (citation["version"], citation["repository-code"]) == (arcbatt.__version__, REPOSITORY)
    assert " OR ".join(citation["license"]) == "MIT OR Apache-2.0"


def test_addresses_are_those_of_the_repository(about, root):
    urls = dict(line.split(", ") for line in about["project_url"])
    assert {"Repository", "Documentation", "Changelog", "Issues"} <= set(urls)
    assert all(url.startswith(REPOSITORY) for url in urls.values())
    files = [url.split("/blob/main/")[1] for url in urls.values() if "/blob/" in url]
    assert files and all((root / file).is_file() for file in files)


def test_every_python_that_is_tried_is_a_classifier(about, release):
    said = {line.removeprefix("Programming Language :: Python :: ") for line in about["classifier"]}
    assert set(release["jobs"]["try"]["strategy"]["matrix"]["python"]) == {x for x in said if "." in x}


def test_every_crate_is_described(root):
    shared = (root / "Cargo.toml").read_text()
    assert f'repository = "{REPOSITORY}"' in shared
    for path in (root / "crates").glob("*/Cargo.toml"):
        text = path.read_text()
        assert re.search(r'^description = ".+"$', text, re.MULTILINE), path
        assert "repository.workspace = true" in text and "keywords.workspace = true" in text, path


def test_a_release_has_every_system(release):
    jobs = release["jobs"]
    built, tried = (jobs[name]["strategy"]["matrix"] for name in ("wheel", "try"))
    assert {row["target"] for row in built["include"]} == SYSTEMS
    assert set(tried["target"]) == {row["target"] for row in tried["include"]} == SYSTEMS
    assert all(row["runner"] for row in built["include"] + tried["include"])


def test_a_release_is_tried_before_it_is_published(release):
    jobs = release["jobs"]
    assert release["on"]["push"]["tags"] == ["v*"] and release["permissions"] == {"contents": "read"}
    assert set(jobs["publish"]["needs"]) == set(jobs) - {"publish"}
    assert jobs["publish"]["if"] == "github.event_name == 'push'"
    assert jobs["publish"]["permissions"] == {"id-token": "write"}
    assert all(name in jobs for job in jobs.values() for name in as_list(job.get("needs", [])))


def test_steps_do_one_thing_each_by_a_named_version(release):
    for name, job in release["jobs"].items():
        assert job["runs-on"] and int(job["timeout-minutes"]) > 0, name
        for step in job["steps"]:
            assert ("uses" in step) != ("run" in step), step
            assert "uses" not in step or re.fullmatch(r"[\w.-]+/[\w.-]+@v\d+\.\d+\.\d+", step["uses"]), step


def test_what_a_release_calls_is_there(release, root):
    runs = [step.get("run", "") for job in release["jobs"].values() for step in job["steps"]]
    targets = re.findall(r"^make (\S+)", "\n".join(runs), re.MULTILINE)
    makefile = (root / "Makefile").read_text()
    assert targets and all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)
    pinned = re.search(r"^maturin==\S+", (root / "python/requirements-test.txt").read_text(), re.MULTILINE)[0]
    assert any(pinned in run for run in runs) and any("python/tests/smoke.py" in run for run in runs)


def as_list(x) -> list:
    return x if isinstance(x, list) else [x]
