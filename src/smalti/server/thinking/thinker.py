"""The process that bots think in: questions come in as lines of JSON, and lines of JSON go out.

`python -m smalti.server.thinking.thinker [SOURCE ...]` is started by a `Pool`; the sources bring further games and
bots. It steps back for everything else on the machine, and ends when its owner does, because then its input ends.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import lru_cache
from queue import SimpleQueue
from typing import Any

from smalti.bots import find_bot
from smalti.bots.characters import CHARACTERS
from smalti.bots.hints import hint
from smalti.bots.levels import LEVELS
from smalti.bots.readiness import get_ready
from smalti.bots.sources import add_sources
from smalti.games import find_game
from smalti.kernel.match import Match
from smalti.kernel.position import Position
from smalti.kernel.reader import reader
from smalti.kernel.record import verify
from smalti.puzzles.grading import grade
from smalti.reviewing import weighing
from smalti.reviewing.reviewing import USUAL, add_up, review_event, review_events, seat_names
from smalti.reviewing.values import GRAIN, read_event

MOVE, HINT, READY, ROWS, GRADE, CHECK = "move", "hint", "ready", "rows", "grade", "check"
LOAD = "load"
"""To be ready for reviews, too."""
REVIEW, SUMS = "review", "sums"
"""Some events of a review, and what all of them add up to."""
COMPILED = {*LEVELS, *(bot.name for bot in CHARACTERS), "heuristic", "search"}
"""The bots that need compiled code."""
NICE = 10

Tell = Callable[[dict[str, Any]], None]


@dataclass(frozen=True)
class Question:
    """What is to be thought about. The position is written as its seat may see it; a review is of a whole record, and
    its sums are of the record and all events."""

    kind: str
    game: str
    position: str = ""
    seat: int = 0
    bot: str = ""
    generator: int = 0
    depth: str = USUAL
    """Of a review."""
    asked: tuple[int, ...] = ()
    """Of an answer that is to be graded: how many entries the log had, the best move, and the one that was made. Of a
    review that is to be checked: which events are looked at. Of a review: the first event, the one behind the last, and
    what was expected before them, in grains."""

    @property
    def needs_compiler(self) -> bool:
        """Whether the game must be compiled for it."""
        return self.kind in (HINT, READY, LOAD, REVIEW, GRADE, CHECK) or (self.kind == MOVE and self.bot in COMPILED)

    def write(self) -> str:
        """One line, without its end."""
        return json.dumps(asdict(self))


def answer(question: Question, tell: Tell) -> None:
    """Gets ready with progress, says when the thought itself begins, and gives its result."""
    try:
        if question.needs_compiler:
            prepare(question.game, tell)
        if question.kind == ROWS:
            reader(find_game(question.game)).compile()
        if question.kind in (LOAD, REVIEW, CHECK):
            weighing.get_ready(find_game(question.game))
        tell({"begun": True})
        tell({"answer": look_again(question, tell) if question.kind == REVIEW else think(question)})
    except Exception as error:  # a bot may raise anything, and its owner knows what to do about it
        tell({"failed": f"{type(error).__name__}: {error}"})


_ready: set[str] = set()


def prepare(name: str, tell: Tell) -> None:
    """Compiles or loads a game's bots, once in this process."""
    if name not in _ready:
        get_ready(find_game(name), lambda done, of: tell({"done": done, "of": of}))
        _ready.add(name)


def think(question: Question) -> Any:
    """A bot's move, the best moves as hints, what an answer is worth, or what some events of a game changed."""
    if question.kind in (READY, LOAD, ROWS):
        return None
    if question.kind == SUMS:
        return add_again(question)
    game = find_game(question.game)
    if question.kind == CHECK:
        match = verify(json.loads(question.position), find_game)
        return [review_event(match, ply, question.depth).as_json() for ply in question.asked]
    position = Position.of(game, game.text.parse_position(question.position))
    if question.kind == HINT:
        return [asdict(one) for one in hint(position, question.seat, generator=question.generator)]
    if question.kind == GRADE:
        return asdict(grade(position, question.seat, *question.asked))
    return find_bot(question.bot).move(position, question.seat, question.generator)


@lru_cache(maxsize=4)
def replayed(record: str) -> Match:
    """The game of a record; its parts are asked for one after the other."""
    return verify(json.loads(record), find_game)


def look_again(question: Question, tell: Tell) -> dict[str, Any]:
    """Some events of a review, of how many, and what was expected after them; tells that it goes on."""
    match, (first, end, *grains) = replayed(question.position), question.asked
    plies, before = range(first, min(end, len(match.log))), tuple(one / GRAIN for one in grains)
    events = []
    for event in review_events(match, depth=question.depth, plies=plies, before=before):
        events.append(event.as_json())
        before = event.after
        tell({"done": event.ply + 1, "of": len(match.log)})
    return {"of": len(match.log), "events": events, "after": [round(one * GRAIN) for one in before]}


def add_again(question: Question) -> dict[str, Any]:
    """What the events of a review add up to: all that the review says before them, for a line has an end."""
    record, told = json.loads(question.position)
    match, events = replayed(record), tuple(read_event(one) for one in told)
    names = seat_names(json.loads(record), match.position.seats)
    whole = add_up(match, events, question.depth, names).as_json()
    return {name: one for name, one in whole.items() if name != "events"}


def listen(questions: SimpleQueue[Question]) -> None:
    """Takes questions in until the owner is gone, also while a thought goes on."""
    for line in sys.stdin.buffer:
        questions.put(Question(**json.loads(line)))
    os._exit(0)


def keep_output() -> Tell:
    """Where to tell; whatever else is printed goes to the errors."""
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)

    def tell(message: dict[str, Any]) -> None:
        try:
            out.write(json.dumps(message).encode() + b"\n")
        except BrokenPipeError:
            os._exit(0)  # the owner is gone, and nobody wants to know

    return tell


def main(sources: list[str]) -> None:
    """Answers one question after the other."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    tell = keep_output()
    add_sources(sources)
    questions: SimpleQueue[Question] = SimpleQueue()
    threading.Thread(target=listen, args=(questions,), daemon=True).start()
    while True:
        answer(questions.get(), tell)


if __name__ == "__main__":
    main(sys.argv[1:])
