"""The shipped puzzles in the edition that needs no server: positions, one file a game, and what is said of answers."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from typing import Any, NamedTuple

from smalti.bots.defaults import terms_of
from smalti.bots.hints import OTHERS
from smalti.kernel.game import Game
from smalti.kernel.state import state_bytes
from smalti.kernel.words import N_, translated
from smalti.puzzles.ladder import Rating
from smalti.puzzles.puzzle import Puzzle, shipped
from smalti.reviewing import marks, telling
from smalti.server.http import grading
from smalti.server.wire import puzzles

PUZZLE_WORDS = {
    "asked": grading.ASKED,
    "best": grading.BEST,
    "as_good": grading.AS_GOOD,
    "little": grading.LITTLE,
    "costly": grading.COSTLY,
    "points": grading.POINTS,
    "share": grading.SHARE,
    "yours": grading.YOURS,
    "the_best": grading.THE_BEST,
    "next_puzzle": grading.NEXT_PUZZLE,
    "you": puzzles.YOU,
    "other": puzzles.OTHER,
    "nothing_there": puzzles.NOTHING,
    "decides": telling.DECIDES,
    "among": telling.AMONG,
    "others": OTHERS,
    "later": telling.LATER,
    "unkept": N_("This browser keeps nothing at the moment, so it forgets this answer."),
    **{name: marks.WORDS[name] for name in marks.ERRORS},
}
"""What a server would say of a question and its answer."""


class Shelf(NamedTuple):
    """The puzzles of a game, as the page lists them."""

    game: Game
    number: int
    rating: Rating
    seats: list[int]
    themes: list[tuple[str, str]]
    """(its term, as the reader calls it), the most frequent first."""
    ladder: list[tuple[str, str, Rating]]


def themes_of(found: list[Puzzle], language: str) -> list[tuple[str, str]]:
    """What puzzles are about, the most frequent first."""
    counted = Counter(one.theme for one in found if one.theme)
    return [(theme, translated(language, theme)) for theme, _ in counted.most_common()]


def shelf(game: Game, language: str) -> Shelf:
    """What the page of the edition says of a game; nobody is rated there."""
    found = list(shipped(game))
    return Shelf(game, len(found), Rating(), sorted({one.seats for one in found}), themes_of(found, language), [])


def questions(game: Game) -> list[dict[str, Any]]:
    """Every puzzle of a game with its position as the module has it."""
    return [question(game, one) for one in shipped(game)]


def question(game: Game, puzzle: Puzzle) -> dict[str, Any]:
    """What a browser needs to ask it and to grade the answer."""
    themes = terms_of(game).words
    return {
        "id": puzzle.id,
        "state": b64encode(state_bytes(puzzle.open().state)).decode(),
        "seats": puzzle.seats,
        "seat": puzzle.seat,
        "ply": puzzle.ply,
        "best": puzzle.answers[0],
        "theme": puzzle.theme if puzzle.theme in themes else "",
        "options": puzzle.options,
    }
