"""Stories of games by correspondence, one after the other, or one alone in a process of its own:

`python -m tests.server.stories NUMBER --games 250 --file FILE` plays the story of that number on SQLite and adds its
line of figures to the file; several may run side by side.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.server.correspondence import FIRST, QUICK, TOLD, Clock, Story
from tests.server.forked import RUNNING
from tests.server.receiving import letterbox
from tests.server.serving import OPEN
from tests.server.torture import asking, quick_servers

WHOLE = 10**9
"""So many turns nobody makes: a story goes to its end with those who came."""


def campaign(file: Path, games: int, some: int, story: Callable[[int, int], AbstractContextManager[Story]]) -> int:
    """So many games, some at a time at servers and on a database of their own; one that was cut off goes on there.

    A line of the file for each story that went well; returns how many games there are by now.
    """
    file.parent.mkdir(exist_ok=True)
    done = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    while (played := sum(int(one["games"]) for one in done)) < games:
        with story(len(done), min(some, games - played)) as one:
            done.append(one.run())
            OPEN.close()  # everybody has left
        with file.open("a") as kept:
            kept.write(json.dumps(done[-1]) + "\n")
    return played


@contextmanager
def in_another_time(
    folder: Path, games: int, turns: int, servers: int, seed: int = 0, **environment: str
) -> Iterator[Story]:
    """A story at servers that go by a clock of our own."""
    folder.mkdir(exist_ok=True)
    clock = Clock(folder / "clock")
    clock.set(FIRST)
    told = TOLD | {RUNNING: str(clock.file)} | environment
    with letterbox() as post, quick_servers(folder, servers, QUICK, **told) as running, asking(running) as ask:
        yield Story(running, ask, clock, post, games, Random(f"{games} {seed}"), turns)


def main() -> None:
    """One story on SQLite."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", type=int, help="of the story: who does what follows from it")
    parser.add_argument("--games", type=int, default=250)
    parser.add_argument("--file", type=Path, required=True, help="where the line of figures goes")
    asked = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    os.environ["TEST_COMPILED"] = "mosaix"  # read when the first server is forked
    with (
        TemporaryDirectory() as folder,
        in_another_time(Path(folder) / "story", asked.games, WHOLE, 1, asked.number) as one,
    ):
        found = {"story": asked.number, **one.run()}
        OPEN.close()
    with asked.file.open("a") as kept:
        kept.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
