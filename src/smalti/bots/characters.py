"""Bots with a character: one that plays about as well as whoever is there, and three with a style of their own.

All judge by first looks. A style changes what is gone for and not how much is overlooked, so it is seen in what a game
looks like rather than in who wins it (docs/strength.md has both).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from smalti.bots import tree_search
from smalti.bots.bot import Bot, Candidate, Thought, thinking_bot
from smalti.bots.defaults import JUDGE, plan_for, strength_of, trusted
from smalti.bots.levels import LEVELS
from smalti.bots.levels import think as think_as
from smalti.bots.search.turn import worth
from smalti.kernel.game import CHANCE
from smalti.kernel.generator import spread
from smalti.kernel.position import Position
from smalti.kernel.thinking import Budget
from smalti.kernel.words import N_

MIDDLE = "journeyman"
"""The level of a partner while nobody is in front, and alone."""
EAGER = 3.0
"""A lead of this part of what a beginner overlooks makes a partner play a level milder."""
SPITE = 1.5
"""How much what the best other loses counts for a spoiler."""
TRIED, DRAWS, LUCKY = 4, 8, 3
"""A gambler tries so many moves with so many draws each, and counts on the luckiest of them."""

Choose = Callable[[Position, int, int], list[Candidate]]
"""(position, seat, generator): the candidates, the one to play first."""


def level_for(position: Position, seat: int) -> str:
    """The level that suits a game as it stands: milder for one in front, better for one behind."""
    place = LEVELS.index(MIDDLE)
    if position.seats > 1:
        lead = first_looks(position, seat, 1.0)[0].worth
        pace = strength_of(LEVELS[0], position.game, position.seats).blur / EAGER
        place -= round(lead / pace)
    return LEVELS[max(0, min(place, len(LEVELS) - 1))]


def keep_up(position: Position, seat: int, generator: int, budget: Budget | None) -> Thought:
    """A thought of the level that suits the game."""
    strength = strength_of(level_for(position, seat), position.game, position.seats)
    return think_as(position, seat, generator, strength, budget)


def first_looks(position: Position, seat: int, denial: float) -> list[Candidate]:
    """First looks by one who counts so much of the best other's points against the own."""
    plan = plan_for(position.game, position.seats)._replace(denial=denial)
    faith = strength_of(JUDGE, position.game, position.seats).faith
    return tree_search.look(position, seat, plan, weights=trusted(position.game, faith))


def build(position: Position, seat: int, _generator: int) -> list[Candidate]:
    """For the own points alone."""
    return first_looks(position, seat, 0.0)


def spoil(position: Position, seat: int, _generator: int) -> list[Candidate]:
    """What the best other loses counts more than the own."""
    return first_looks(position, seat, SPITE)


def gamble(position: Position, seat: int, generator: int) -> list[Candidate]:
    """The moves that promise most if all goes well first."""
    usual = plan_for(position.game, position.seats).denial
    found = first_looks(position, seat, usual)
    hopes = {one.move: hope(position, seat, one.move, generator, usual) for one in found[:TRIED]}
    return sorted(found[:TRIED], key=lambda one: -hopes[one.move]) + found[TRIED:]


def hope(position: Position, seat: int, move: int, generator: int, denial: float) -> float:
    """What the luckiest of some draws after a move would bring."""
    after = position.after(seat, move)
    while not after.is_over and not after.needs_chance and seat in after.actors():
        after = after.after(seat, first_looks(after, seat, denial)[0].move)
    drawn = sorted((drawn_worth(after, seat, spread(generator, n), denial) for n in range(DRAWS)), reverse=True)
    return sum(drawn[:LUCKY]) / LUCKY


def drawn_worth(position: Position, seat: int, generator: int, denial: float) -> float:
    """What a position is worth to a seat after one draw of chance, if chance is next."""
    if position.needs_chance:
        position = position.after(CHANCE, position.sample(generator))
    points: Sequence[float] = position.scores()
    if position.actors():
        points = first_looks(position, position.actors()[0], denial)[0].expected
    return float(worth(np.array(points, float), position.seats, seat, denial))


def style(name: str, title: str, words: str, choose: Choose) -> Bot:
    """A style as a bot."""

    def thinking(position: Position, seat: int, generator: int, _budget: Budget | None) -> Thought:
        moves = position.legal_moves(seat)
        if len(moves) == 1:
            return Thought(moves[0])
        found = choose(position, seat, generator)
        return Thought(found[0].move, tuple(found), len(found))

    return thinking_bot(name, words, thinking, title)


PARTNER = thinking_bot(
    "partner",
    N_("Plays about as well as you do: milder when in front, better when behind."),
    keep_up,
    N_("Partner"),
)
BUILDER = style("builder", N_("Builder"), N_("Goes for points of its own, whatever the others do."), build)
SPOILER = style("spoiler", N_("Spoiler"), N_("Would rather see the leader lose points than win some."), spoil)
GAMBLER = style("gambler", N_("Gambler"), N_("Counts on luck, and plays for the lucky case."), gamble)
CHARACTERS = (PARTNER, BUILDER, SPOILER, GAMBLER)
