"""The process that draws for a server with many onlookers.

`python -m smalti.server.drawer [SOURCE ...]` is started by `Drawers`; the sources bring further games. What is asked
and what is drawn go through its input and output, each with its length before it. It ends when its owner does, because
then its input ends.
"""

from __future__ import annotations

import gc
import os
import pickle
import sys
from typing import Any, BinaryIO

from smalti.bots.sources import add_sources
from smalti.server.drawing import draw

LENGTH = 4


def enclose(value: object) -> bytes:
    """Something with its length before it."""
    content = pickle.dumps(value)
    return len(content).to_bytes(LENGTH, "big") + content


def read(lines: BinaryIO) -> Any:
    """The next that was enclosed; None when nothing comes any more."""
    length = lines.read(LENGTH)
    return pickle.loads(lines.read(int.from_bytes(length, "big"))) if length else None


def spare_the_collector() -> None:
    """What is loaded now stays. A look through thousands of tables for cycles stops play for a moment: seldom, then."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)


def main(sources: list[str]) -> None:
    """Says that it is ready, then draws one view after the other; one that cannot be drawn is answered by None."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    add_sources(sources)
    spare_the_collector()
    answer: object = "ready"
    while True:
        try:
            out.write(enclose(answer))
            out.flush()
        except BrokenPipeError:
            os._exit(0)  # the owner is gone, and nobody wants to know
        view = read(sys.stdin.buffer)
        if view is None:
            return
        try:
            answer = draw(view)
        except Exception:  # its owner tries too, and says what is wrong
            answer = None


if __name__ == "__main__":
    main(sys.argv[1:])
