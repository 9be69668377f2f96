"""Six levels, from a beginner to the best there is here, for every game.

A lower level sees the same things and overlooks more: it takes one turn for as good as another that is a little better,
but it never does what a glance refuses.
"""

from __future__ import annotations

from math import exp, floor, log

from smalti.bots import lookahead, tree_search
from smalti.bots.bot import Bot, Candidate, Thought, thinking_bot
from smalti.bots.defaults import FORMER, STRENGTHS, plan_of, strength_of, trusted, weights_in
from smalti.bots.search.expectation import Reach
from smalti.bots.search.turn import error
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.generator import MASK_62
from smalti.kernel.position import Position
from smalti.kernel.thinking import Budget, Strength
from smalti.kernel.words import N_

LEVELS = tuple(STRENGTHS)
"""Their names, the mildest first."""
GLANCE = 3.0
"""A loss of so many times what is often overlooked is seen by everybody."""
FINE = 1024
"""Worths that differ by less than this part of a point lead to the same place."""


def judged(found: list[Candidate], blur: float) -> list[Candidate]:
    """The candidates in the order of one who overlooks a loss of about `blur` points (quantal response).

    The more a move loses, the less it is chosen, and not at all beyond a few times `blur`: a glance refuses it. Where
    the second best is far behind, the choice is easy, and less is overlooked. Many bad moves are hardly more tempting
    than a few. How a turn is misjudged depends on where it leads alone, so that all its steps agree.
    """
    ordered = sorted(found, key=lambda one: -one.worth)
    if not blur:
        return ordered
    losses = [ordered[0].worth - one.worth for one in ordered]
    easy = min((loss for loss in losses if loss > 0), default=0.0)
    overlooked = blur * exp(-min(easy / blur, GLANCE))  # beyond a glance nothing is overlooked anyway

    def appeal(place: int) -> float:
        tempted = error(floor(FINE * ordered[place].worth + 0.5) & MASK_62, 0)
        return tempted - losses[place] / overlooked - log(1 + place) / 2

    seen = [place for place in range(len(ordered)) if losses[place] <= GLANCE * blur]
    best_first = sorted(seen, key=lambda place: -appeal(place))
    return [ordered[place] for place in best_first] + ordered[len(seen) :]


def think(position: Position, seat: int, generator: int, strength: Strength, budget: Budget | None) -> Thought:
    """A thought of this strength; a budget that is given replaces the level's own where it searches."""
    moves = position.legal_moves(seat)
    if len(moves) == 1:
        return Thought(moves[0])
    plan = plan_of(strength, position.game, position.seats)
    weights = weights_in(position.game, strength.weights) if strength.weights else None
    if strength.budget and strength.beyond:
        reach = Reach(plan.denial, strength.beyond)
        return lookahead.think(position, seat, generator, budget or strength.budget, reach, weights)
    if strength.budget:
        return tree_search.think(position, seat, generator, budget or strength.budget, plan, weights=weights)
    if weights is None:
        weights = trusted(position.game, strength.faith)
    found = judged(tree_search.look(position, seat, plan, weights=weights, likely=True), strength.blur)
    return Thought(found[0].move, tuple(found), len(found))


def warm(game: Game) -> Position:
    """Compiles what the levels need in this game, or loads what was compiled; returns what was thought of."""
    position, n = Position.new(game, game.facts.seat_counts[0]), 0
    while position.needs_chance:
        position, n = position.after(CHANCE, position.sample(n)), n + 1
    seat, one = position.actors()[0], Budget(simulations=1)
    for strength in (Strength(), Strength(budget=one), strength_of("legend", game, position.seats)):
        think(position, seat, 0, strength, one)
    return position


def level(name: str, title: str, words: str) -> Bot:
    """A level as a bot."""

    def thinking(position: Position, seat: int, generator: int, budget: Budget | None) -> Thought:
        return think(position, seat, generator, strength_of(name, position.game, position.seats), budget)

    return thinking_bot(name, words, thinking, title)


NOVICE = level("novice", N_("Novice"), N_("Has just learned the rules, and overlooks much that a turn brings."))
APPRENTICE = level("apprentice", N_("Apprentice"), N_("Knows the rules and what is good, and often misjudges it."))
JOURNEYMAN = level("journeyman", N_("Journeyman"), N_("Knows the trade, and overlooks what is hard to see."))
ARTISAN = level("artisan", N_("Artisan"), N_("Sees what a turn brings, and seldom misjudges it."))
MASTER = level(
    "master", N_("Master"), N_("Judges every turn well, and thinks ahead where that helps, for at most a second.")
)
LEGEND = level("legend", N_("Legend"), N_("Thinks some turns ahead, for up to five seconds."))
LEGEND_1 = level(FORMER, N_("Legend of old"), N_("Thinks as Legend does, with what was known at first."))
