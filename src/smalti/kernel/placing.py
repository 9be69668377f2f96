"""Setting up a position by hand: tools that lay, turn or take away something by a click on a place.

A game says in `Text.placing` which tools it has for a position and what of the rules a position must keep. Every step
leads from a position to another one, or is refused with the reason; so nobody holds a position that cannot be.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from smalti.kernel.errors import InvalidNotation, UnknownGame
from smalti.kernel.position import Position
from smalti.kernel.rows import NONE
from smalti.kernel.state import State, copy_state
from smalti.kernel.words import N_


@dataclass(frozen=True)
class Tool:
    """What a click on one of some places does."""

    places: tuple[int, ...]
    put: Callable[[State, int], None]
    """(state, place): changes the state; raises InvalidNotation where that cannot be."""
    words: str = ""
    """What it does, or lays; by default what its look is called."""
    look: int = NONE
    """How it is drawn; by its words alone without."""
    at: int = NONE
    """The place in whose box it is drawn; by default the first of its places."""
    number: int = 0
    """The number of the piece that is drawn."""


@dataclass(frozen=True)
class Placing:
    """How positions of a game are set up by hand."""

    tools: Callable[[State], tuple[Tool, ...]]
    check: Callable[[State], None]
    """Raises InvalidNotation, with the clause, for what no game can come to, as far as that shows on the table."""


def tools_of(position: Position) -> tuple[Tool, ...]:
    """The tools for a position."""
    return _placing(position).tools(position.state)


def put_by_hand(position: Position, tool: int, place: int) -> Position:
    """The position after a click with a tool; raises InvalidNotation where it cannot be."""
    tools = tools_of(position)
    if not 0 <= tool < len(tools) or place not in tools[tool].places:
        raise InvalidNotation(N_("that cannot lie there"))
    state, text = copy_state(position.state), position.game.text
    tools[tool].put(state, place)
    return checked(Position.of(position.game, text.parse_position(text.write_position(state))))


def checked(position: Position) -> Position:
    """The same position; raises InvalidNotation for one that no game can come to."""
    placing = position.game.text.placing
    if placing:
        placing.check(position.state)
    return position


def _placing(position: Position) -> Placing:
    placing = position.game.text.placing
    if not placing:
        raise UnknownGame(N_("positions of this game are set up by their text"))
    return placing
