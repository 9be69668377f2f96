"""The two bots behind the levels: `heuristic` looks once at every move, `search` thinks on."""

from __future__ import annotations

from smalti.bots import tree_search
from smalti.bots.bot import Budget, Thought, thinking_bot
from smalti.bots.levels import think as think_as
from smalti.kernel.position import Position
from smalti.kernel.thinking import Strength
from smalti.kernel.words import N_

SIMULATIONS = 400


def look(position: Position, seat: int, generator: int, _budget: Budget | None = None) -> Thought:
    """The best first look."""
    return think_as(position, seat, generator, Strength(faith=0.0), None)


def search(position: Position, seat: int, generator: int, budget: Budget | None = None) -> Thought:
    """The move that the search visits most."""
    return tree_search.think(position, seat, generator, budget or Budget(simulations=SIMULATIONS))


HEURISTIC = thinking_bot("heuristic", N_("Judges what each turn leads to, by an evaluation of its game."), look)
SEARCH = thinking_bot("search", N_("Plays on in its head many times; the same move for the same seed."), search)
