"""The two bots behind the levels: `heuristic` looks once at every move, `search` thinks on."""

from __future__ import annotations

from functools import cache

from smalti.bots import tree_search
from smalti.bots.bot import Budget, Thought, thinking_bot
from smalti.bots.defaults import JUDGE, evaluation_of, plan_of, strength_of, trusted
from smalti.bots.search.names import expect_nothing, thinking_names
from smalti.kernel.compiling import Build
from smalti.kernel.game import Game
from smalti.kernel.position import Position
from smalti.kernel.thinking import Strength
from smalti.kernel.words import N_

SIMULATIONS = 400


def look(position: Position, seat: int, _generator: int, _budget: Budget | None = None) -> Thought:
    """The best first look by the tuned weights."""
    game, moves = position.game, position.legal_moves(seat)
    if len(moves) == 1:
        return Thought(moves[0])
    strength = Strength(faith=0.0, denial=strength_of(JUDGE, game, position.seats).denial)
    plan = plan_of(strength, game, position.seats)
    found = tree_search.look(position, seat, plan, unhurried(game), trusted(game, strength.faith))
    return Thought(found[0].move, tuple(found), len(found))


@cache
def unhurried(game: Game) -> Build:
    """Nothing of a turn is left out, whatever search learns to leave out: an opponent of the bench stays the same."""
    own = evaluation_of(game)
    if not own.likely and not own.inside:
        return tree_search.build(game)
    whole = {"likely_moves": game.rules.legal_moves, "inside": expect_nothing, "apart": False}
    return Build(game.name, game.rules.named() | thinking_names(game) | whole, compiled=True)


def search(position: Position, seat: int, generator: int, budget: Budget | None = None) -> Thought:
    """The move that the search visits most."""
    return tree_search.think(position, seat, generator, budget or Budget(simulations=SIMULATIONS))


HEURISTIC = thinking_bot("heuristic", N_("Judges what each turn leads to, by an evaluation of its game."), look)
SEARCH = thinking_bot("search", N_("Plays on in its head many times; the same move for the same seed."), search)
