"""The command `batt`, also as `python -m arcbatt`: what it does is in the native module."""

from __future__ import annotations

import os
import signal
import sys

from ._arcbatt import command


def main() -> int:
    """Runs the command with the words of this process, and returns its exit code."""
    _open_streams()
    # Python would look at Ctrl-C when the command has ended. Where it is ignored it stays so.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    # What runs Python (`data get`, `verify --reference`) takes the one that has this package.
    if sys.executable:
        os.environ.setdefault("PYTHON", sys.executable)
    return command(sys.argv[1:])


def _open_streams() -> None:
    """Gives the standard streams that are closed nothing to read and nowhere to write, as the binary does:
    a file that is opened later would take their place."""
    for stream in range(3):
        try:
            os.fstat(stream)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


if __name__ == "__main__":
    sys.exit(main())
