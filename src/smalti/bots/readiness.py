"""Getting ready to think: compiling what the bots of a game need, with progress; later it is read from the cache."""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType

from smalti.bots import tree_search
from smalti.bots.defaults import strength_of
from smalti.bots.hints import term_gains
from smalti.bots.levels import warm
from smalti.bots.search.expectation import list_turns, look_beyond
from smalti.bots.search.tree import simulate
from smalti.bots.search.turn import look_at_likely, weigh_terms
from smalti.kernel.compiling import watching_compiler
from smalti.kernel.game import Game

Progress = Callable[[int, int], None]
"""(steps done, steps in all)"""


def get_ready(game: Game, progress: Progress) -> None:
    """Compiles what levels and hints of a game need; tells of each step that the compiler really made."""
    beyond = (list_turns, look_beyond) if strength_of("legend", game, game.facts.seat_counts[0]).beyond else ()
    left = {part.__code__ for part in tree_search.build(game).parts(simulate, look_at_likely, weigh_terms, *beyond)}
    steps = len(left)

    def compiled(code: CodeType) -> None:
        if code in left:
            left.remove(code)
            progress(steps - len(left), steps)

    with watching_compiler(compiled):
        position = warm(game)
        term_gains(position, position.actors()[0], position.legal_moves()[0])
