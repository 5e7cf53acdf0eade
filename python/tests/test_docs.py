"""The Python blocks of the documentation run, and print what the pages say they print.

A block ```text behind a block ```python is what it prints; `BLESS=1 pytest python/tests/test_docs.py`
writes it anew. Blocks behind `<!-- needs MODULE -->` run where that module is installed.
"""

from __future__ import annotations

import contextlib
import io
import linecache
import os
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    "docs/python.md",
    "docs/data.md",
    "docs/training.md",
    "docs/synth.md",
    "docs/environment.md",
    "docs/kaggle.md",
    "README.md",
    "python/README.md",
]
BLOCK = re.compile(
    r"(?:<!-- needs (?P<needs>\w+) -->\n)?```python\n(?P<code>.*?)```\n(?:\n```text\n(?P<text>.*?)```\n)?",
    re.S,
)


class Page:
    """A page and the names that its blocks have made so far."""

    def __init__(self, name: str) -> None:
        self.path = ROOT / name
        self.name, self.text = name, self.path.read_text()
        self.names: dict[str, object] = {"__name__": "page"}
        #: The folder that stands for `/kaggle`.
        self.kaggle = "/kaggle"

    def blocks(self) -> list[re.Match[str]]:
        return list(BLOCK.finditer(self.text))

    def place(self, block: re.Match[str]) -> str:
        return f"{self.name}, line {self.text.count(chr(10), 0, block.start('code')) + 1}"

    def run(self, block: re.Match[str]) -> str:
        """Runs a block after those before it and returns what it prints."""
        printed, place = io.StringIO(), self.place(block)
        # As a notebook does for its cells: what is defined in a block can read its source.
        linecache.cache[place] = (len(block["code"]), None, block["code"].splitlines(True), place)
        with contextlib.redirect_stdout(printed):
            exec(compile(block["code"].replace("/kaggle", self.kaggle), place, "exec"), self.names)
        return printed.getvalue()


@pytest.mark.parametrize("name", PAGES)
def test_the_blocks_run_and_print_what_the_page_says(name, kaggle, monkeypatch):
    monkeypatch.chdir(kaggle / "working")
    page, bless = Page(name), "BLESS" in os.environ
    page.kaggle = str(kaggle)
    blessed, end = "", 0
    for block in page.blocks():
        if block["needs"]:
            continue
        printed = page.run(block)
        assert bless or printed == (block["text"] or ""), page.place(block)
        shown = f"```python\n{block['code']}```\n" + (f"\n```text\n{printed}```\n" if printed else "")
        blessed, end = blessed + page.text[end : block.start()] + shown, block.end()
    assert end, "no block found"
    if bless and blessed + page.text[end:] != page.text:
        page.path.write_text(blessed + page.text[end:])


def needing() -> list[object]:
    """Blocks that need a module, as (page, number of the block)."""
    found = [(name, at, block["needs"]) for name in PAGES for at, block in enumerate(Page(name).blocks())]
    return [pytest.param(name, at, needs, id=needs) for name, at, needs in found if needs]


@pytest.mark.parametrize(("name", "at", "needs"), needing())
def test_blocks_that_need_a_module_run_where_it_is(name, at, needs, tmp_path, monkeypatch):
    pytest.importorskip(needs, reason=f"{needs} is not installed")
    monkeypatch.chdir(tmp_path)
    page = Page(name)
    *before, block = page.blocks()[: at + 1]
    for earlier in before:
        if not earlier["needs"]:
            page.run(earlier)
    assert page.run(block) == (block["text"] or ""), page.place(block)


def test_the_place_of_the_table_of_ops_is_there():
    text = Page("docs/python.md").text
    assert text.count("<!-- ops table: begin -->") == text.count("<!-- ops table: end -->") == 1


def anchors(text: str) -> set[str]:
    """The headings of a page as links name them."""
    heads = re.findall(r"^#+ (.*)$", text, re.M)
    return {head.lower().replace(" ", "-").replace("`", "") for head in heads}


@pytest.mark.parametrize("name", ["docs/python.md", "docs/kaggle.md", "docs/training.md", "docs/environment.md"])
def test_links_lead_somewhere(name):
    page = Page(name)
    for link in re.findall(r"\]\(([^)]*)\)", page.text):
        file, _, anchor = link.partition("#")
        target = page.path.parent / file if file else page.path
        assert target.exists(), link
        assert not anchor or anchor in anchors(target.read_text()), link


def test_the_description_of_the_wheel_links_to_files_of_the_repository():
    """It is read where no other file is: links are whole addresses."""
    links = re.findall(r"\]\(([^)]*)\)", Page("python/README.md").text)
    there = "https://github.com/arcbatt/arcbatt/blob/main/"
    assert links and all(link.startswith(there) for link in links)
    assert all((ROOT / link.removeprefix(there)).is_file() for link in links)
