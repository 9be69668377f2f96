"""Four levels, from a beginner to the best there is here, for every game.

A lower level sees the same things and judges them less well: its first look at each move is off by some points, as a
beginner's is, but it is never a move at random.
"""

from __future__ import annotations

from dataclasses import dataclass

from smalti.bots import engine
from smalti.bots.bot import Bot, Budget, Candidate, Thought, thinking_bot
from smalti.bots.plans import plan_for
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.generator import mix, spread
from smalti.kernel.position import Position
from smalti.kernel.words import N_


@dataclass(frozen=True)
class Strength:
    """How a level plays one game."""

    blur: float = 0.0
    """By how many points a first look is off, on average."""
    budget: Budget | None = None
    """How much is searched; without one a first look decides."""
    ahead: int = 1
    """How many turns each simulation plays on."""


LEVELS: dict[str, dict[str, Strength]] = {
    "apprentice": {
        "mosaix": Strength(blur=6.0),
        "maharani": Strength(blur=2.0),
        "majolica": Strength(blur=0.2),
    },
    "artisan": {
        "mosaix": Strength(blur=1.0),
        "maharani": Strength(blur=0.5),
        "majolica": Strength(blur=0.05),
    },
    "master": {
        "mosaix": Strength(budget=Budget(simulations=300, milliseconds=900)),
        "maharani": Strength(budget=Budget(simulations=200, milliseconds=900)),
        "majolica": Strength(budget=Budget(simulations=300, milliseconds=900)),
    },
    "legend": {
        "mosaix": Strength(budget=Budget(simulations=3000, milliseconds=4500), ahead=2),
        "maharani": Strength(budget=Budget(simulations=3000, milliseconds=4500), ahead=6),
        "majolica": Strength(budget=Budget(simulations=2000, milliseconds=4500), ahead=3),
    },
}
"""The simulations keep a level the same on every machine that is fast enough; the time is what a person waits."""


def blurred(found: list[Candidate], blur: float, generator: int) -> list[Candidate]:
    """The candidates in the order of one whose judgement is off by `blur` points."""
    return sorted(found, key=lambda one: -(one.worth + blur * error(generator, one.move)))


def error(generator: int, move: int) -> float:
    """About normal, about 1 wide, and the same for the same generator and move: a sum of twelve even numbers."""
    bits = spread(generator, move)
    return sum(mix((bits >> 30) + n * 0x9E37 ^ (bits & 0x3FFFFFFF)) for n in range(12)) / (1 << 32) - 6.0


def think(position: Position, seat: int, generator: int, strength: Strength, budget: Budget | None) -> Thought:
    """A thought of this strength; a budget that is given replaces the level's own where it searches."""
    moves = position.legal_moves(seat)
    if len(moves) == 1:
        return Thought(moves[0])
    if strength.budget:
        plan = plan_for(position.game.name, position.seats)._replace(ahead=strength.ahead)
        return engine.think(position, seat, generator, budget or strength.budget, plan)
    found = blurred(engine.look(position, seat), strength.blur, generator)
    return Thought(found[0].move, tuple(found), len(found))


def warm(game: Game) -> None:
    """Compiles what the levels need in this game, or loads what was compiled."""
    position, n = Position.new(game, game.seat_counts[0]), 0
    while position.needs_chance:
        position, n = position.after(CHANCE, position.sample(n)), n + 1
    for budget in (None, Budget(simulations=1)):
        think(position, position.actors()[0], 0, Strength(budget=budget), None)


def level(name: str, title: str, words: str) -> Bot:
    """A level as a bot."""

    def thinking(position: Position, seat: int, generator: int, budget: Budget | None) -> Thought:
        return think(position, seat, generator, LEVELS[name][position.game.name], budget)

    return thinking_bot(name, words, thinking, title)


APPRENTICE = level("apprentice", N_("Apprentice"), N_("Knows the rules and what is good, and often misjudges it."))
ARTISAN = level("artisan", N_("Artisan"), N_("Sees what a turn brings, and seldom misjudges it."))
MASTER = level("master", N_("Master"), N_("Thinks some turns ahead, for at most a second."))
LEGEND = level("legend", N_("Legend"), N_("Thinks some turns ahead, for up to five seconds."))
