"""Progress is shown when asked for or on a terminal, and never stops the work."""

from __future__ import annotations

import io
import sys

import pytest

from arcbatt import _progress
from arcbatt._progress import Progress, progress


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def plain(monkeypatch):
    """As if tqdm were not installed."""
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)


@pytest.fixture
def clock(monkeypatch):
    """A clock that the test moves."""
    now = [0.0]
    monkeypatch.setattr(_progress.time, "monotonic", lambda: now[0])
    return now


def test_a_plain_line_changes_at_most_every_half_second(plain, clock):
    stream = io.StringIO()
    with Progress(10, "work", True, stream=stream) as bar:
        for _ in range(10):
            bar.update()
            clock[0] += 0.2
    shown = stream.getvalue().split("\r")
    # At 0.0, 0.6, 1.2 and 1.8 seconds, and when it ends.
    assert [line.strip() for line in shown if line] == [f"work: {n}/10" for n in (1, 4, 7, 10, 10)]
    assert stream.getvalue().endswith("\n")


def test_a_shorter_line_hides_a_longer_one(plain, clock):
    stream = io.StringIO()
    with Progress(None, "", True, stream=stream) as bar:
        bar.update(1, "a long note")
        bar.update(1, "short")
    assert stream.getvalue() == "\r1  a long note\r2  short      \n"


@pytest.mark.parametrize(
    ("stream", "enabled", "shows"),
    [
        (Terminal(), None, True),
        (Terminal(), False, False),
        (io.StringIO(), None, False),
        (io.StringIO(), True, True),
        (io.StringIO(), False, False),
    ],
)
def test_only_terminals_unless_asked(plain, stream, enabled, shows):
    with Progress(2, "work", enabled, stream=stream) as bar:
        bar.update(2)
    assert bool(stream.getvalue()) == shows
    assert bar.done == 2


def test_tqdm_is_used_where_it_is_installed():
    pytest.importorskip("tqdm")
    stream = io.StringIO()
    with Progress(4, "work", True, stream=stream) as bar:
        bar.update(4, "a note")
    assert "work" in stream.getvalue() and "4/4" in stream.getvalue()


def test_broken_and_missing_streams_do_no_harm(plain, monkeypatch):
    closed = io.StringIO()
    closed.close()
    with Progress(2, "work", True, stream=closed) as bar:
        bar.update(2)
    assert bar.done == 2
    monkeypatch.setattr(sys, "stderr", None)
    for enabled in (None, True):
        with progress(2, "work", enabled) as bar:
            bar.update(2)
        assert bar.done == 2


def test_an_exception_passes_and_ends_the_line(plain):
    stream = io.StringIO()
    with pytest.raises(KeyError), Progress(2, "work", True, stream=stream) as bar:
        bar.update(1)
        raise KeyError
    assert stream.getvalue().endswith("1/2\n")
