"""Progress of long work: tqdm's bar where tqdm is installed, a plain line where it is not."""

from __future__ import annotations

import importlib
import sys
import time
import warnings
from types import TracebackType
from typing import Any, TextIO

# A line that changes more often than this is not read, only sent.
INTERVAL = 0.5


class Progress:
    """Counts work that is done and shows it, at most every half second; a context manager.

    `total` is None where the end is not known. `enabled=None` shows progress on a terminal only,
    True always, False never. `stream` is where it goes, the error stream if not given.
    """

    def __init__(
        self,
        total: int | None = None,
        desc: str = "",
        enabled: bool | None = None,
        *,
        stream: TextIO | None = None,
    ) -> None:
        self.total = total
        self.desc = desc
        self.done = 0
        self.note = ""
        self._stream: TextIO | None = stream if stream is not None else sys.stderr
        self._enabled = _is_terminal(self._stream) if enabled is None else bool(enabled)
        self._bar: Any = None
        self._shown_at = float("-inf")
        self._shown = ""

    def __enter__(self) -> Progress:
        if self._enabled and self._stream is not None:
            self._bar = _tqdm_bar(self.total, self.desc, self._stream)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def update(self, n: int = 1, note: str = "") -> None:
        """Adds `n` pieces of work; `note` is shown behind the count until another one comes."""
        self.done += n
        self.note = note or self.note
        if self._bar is not None:
            if note:
                self._bar.set_postfix_str(note, refresh=False)
            self._bar.update(n)
        elif self._enabled and time.monotonic() - self._shown_at >= INTERVAL:
            self._show()

    def close(self) -> None:
        """Shows the last state and ends the line."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None
        elif self._enabled and self._stream is not None:
            self._show()
            self._write("\n")
        self._enabled = False

    def _show(self) -> None:
        line = self._line()
        # Spaces hide what is left of a longer line.
        self._write("\r" + line.ljust(len(self._shown)))
        self._shown, self._shown_at = line, time.monotonic()

    def _line(self) -> str:
        count = f"{self.done}" if self.total is None else f"{self.done}/{self.total}"
        desc = f"{self.desc}: " if self.desc else ""
        return f"{desc}{count}{'  ' if self.note else ''}{self.note}"

    def _write(self, text: str) -> None:
        # A closed or broken stream must not end the work it reports on.
        try:
            if self._stream is not None:
                self._stream.write(text)
                self._stream.flush()
        except (OSError, ValueError):
            self._enabled = False


def progress(total: int | None = None, desc: str = "", enabled: bool | None = None) -> Progress:
    """A context whose `update(n)` shows progress; see `Progress`."""
    return Progress(total, desc, enabled)


def _is_terminal(stream: TextIO | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except (AttributeError, ValueError):
        return False


def _tqdm_bar(total: int | None, desc: str, stream: TextIO) -> Any:
    """tqdm's bar, the notebook one in notebooks; None where tqdm is not installed."""
    try:
        with warnings.catch_warnings():
            # tqdm warns where notebook widgets are missing and then draws text, which is all right.
            warnings.simplefilter("ignore")
            tqdm: Any = importlib.import_module("tqdm.auto").tqdm
    except ImportError:
        return None
    return tqdm(total=total, desc=desc or None, file=stream, mininterval=INTERVAL)
