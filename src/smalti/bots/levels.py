"""Four levels, from a beginner to the best there is here, for every game.

A lower level sees the same things and judges them less well: its first look at each move is off by some points, as a
beginner's is, but it is never a move at random.
"""

from __future__ import annotations

from smalti.bots import lookahead, tree_search
from smalti.bots.bot import Bot, Candidate, Thought, thinking_bot
from smalti.bots.defaults import FORMER, STRENGTHS, evaluation_of, plan_for, strength_of, weights_in
from smalti.bots.search.expectation import Reach
from smalti.bots.search.turn import error
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.position import Position
from smalti.kernel.thinking import Budget, Strength
from smalti.kernel.words import N_

LEVELS = tuple(STRENGTHS)
"""Their names, the mildest first."""


def blurred(found: list[Candidate], blur: float, generator: int) -> list[Candidate]:
    """The candidates in the order of one whose judgement is off by `blur` points."""
    return sorted(found, key=lambda one: -(one.worth + blur * error(generator, one.move)))


def think(position: Position, seat: int, generator: int, strength: Strength, budget: Budget | None) -> Thought:
    """A thought of this strength; a budget that is given replaces the level's own where it searches."""
    moves = position.legal_moves(seat)
    if len(moves) == 1:
        return Thought(moves[0])
    plan = plan_for(position.game, position.seats)
    plan = plan._replace(ahead=strength.ahead, horizon=strength.horizon or plan.horizon)
    weights = weights_in(position.game, strength.weights) if strength.weights else None
    if strength.budget and strength.beyond:
        reach = Reach(plan.denial, strength.beyond)
        return lookahead.think(position, seat, generator, budget or strength.budget, reach, weights)
    if strength.budget:
        return tree_search.think(position, seat, generator, budget or strength.budget, plan, weights=weights)
    if strength.by_hand and weights is None:
        weights = evaluation_of(position.game).thumb()
    found = blurred(tree_search.look(position, seat, plan, weights=weights), strength.blur, generator)
    return Thought(found[0].move, tuple(found), len(found))


def warm(game: Game) -> None:
    """Compiles what the levels need in this game, or loads what was compiled."""
    position, n = Position.new(game, game.facts.seat_counts[0]), 0
    while position.needs_chance:
        position, n = position.after(CHANCE, position.sample(n)), n + 1
    seat, one = position.actors()[0], Budget(simulations=1)
    for strength in (Strength(), Strength(budget=one), strength_of("legend", game, position.seats)):
        think(position, seat, 0, strength, one)


def level(name: str, title: str, words: str) -> Bot:
    """A level as a bot."""

    def thinking(position: Position, seat: int, generator: int, budget: Budget | None) -> Thought:
        return think(position, seat, generator, strength_of(name, position.game, position.seats), budget)

    return thinking_bot(name, words, thinking, title)


APPRENTICE = level("apprentice", N_("Apprentice"), N_("Knows the rules and what is good, and often misjudges it."))
ARTISAN = level("artisan", N_("Artisan"), N_("Sees what a turn brings, and seldom misjudges it."))
MASTER = level(
    "master", N_("Master"), N_("Judges every turn well, and thinks ahead where that helps, for at most a second.")
)
LEGEND = level("legend", N_("Legend"), N_("Thinks some turns ahead, for up to five seconds."))
LEGEND_1 = level(FORMER, N_("Legend of old"), N_("Thinks as Legend does, with what was known at first."))
