"""Four levels, from a beginner to the best there is here, for every game.

A lower level sees the same things and judges them less well: its first look at each move is off by some points, as a
beginner's is, but it is never a move at random.
"""

from __future__ import annotations

from dataclasses import dataclass

from smalti.bots import beyond, engine
from smalti.bots.bot import Bot, Budget, Candidate, Thought, thinking_bot
from smalti.bots.evaluations import evaluation_of
from smalti.bots.plans import plan_for
from smalti.bots.search.beyond import Reach
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
    horizon: int = 0
    """How many turns each simulation sees at least, if other than the game's plan says."""
    by_hand: bool = False
    """Whether it judges by hand-written rules of thumb alone, without what was learned."""
    beyond: int = 0
    """Looks beyond chance, with so many evaluations to choose each move there, instead of growing a tree."""


LEVELS: dict[str, dict[str, Strength]] = {
    "apprentice": {
        "mosaix": Strength(blur=6.0, by_hand=True),
        "maharani": Strength(blur=3.0),
        "majolica": Strength(blur=0.45),
    },
    "artisan": {
        "mosaix": Strength(blur=1.0, by_hand=True),
        "maharani": Strength(blur=1.0),
        "majolica": Strength(blur=0.2),
    },
    "master": {
        "mosaix": Strength(blur=1.0),
        "maharani": Strength(budget=Budget(simulations=100, milliseconds=900)),
        "majolica": Strength(blur=0.05),
    },
    "legend": {
        "mosaix": Strength(budget=Budget(simulations=20, milliseconds=4500, cores=2), beyond=1000),
        "maharani": Strength(budget=Budget(simulations=1000, milliseconds=4500, cores=2), ahead=6),
        "majolica": Strength(budget=Budget(simulations=400, milliseconds=4500, cores=2)),
    },
}
"""The simulations keep a level the same on every machine that is fast enough; the time is what a person waits."""
TABLES: dict[tuple[str, str, int], Strength] = {
    ("master", "maharani", 3): Strength(blur=0.3),
    ("master", "maharani", 4): Strength(blur=0.3),
    ("master", "majolica", 1): Strength(budget=Budget(simulations=100, milliseconds=900)),
    ("legend", "majolica", 1): Strength(budget=Budget(simulations=1000, milliseconds=4500, cores=2), horizon=6),
}
"""(level, game, seats): where a level plays otherwise than its game's line above says."""

OTHER_GAMES: dict[str, Strength] = {
    "apprentice": Strength(blur=2.0),
    "artisan": Strength(blur=0.2),
    "master": Strength(budget=Budget(simulations=200, milliseconds=900), ahead=2),
    "legend": Strength(budget=Budget(simulations=2000, milliseconds=4500, cores=2), ahead=4),
}
"""How a level plays a game that is not among those above."""


def strength_of(level: str, game: str, seats: int) -> Strength:
    """How a level plays a game with so many seats."""
    return TABLES.get((level, game, seats)) or LEVELS[level].get(game) or OTHER_GAMES[level]


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
    plan = plan_for(position.game.name, position.seats)
    plan = plan._replace(ahead=strength.ahead, horizon=strength.horizon or plan.horizon)
    if strength.budget and strength.beyond:
        reach = Reach(plan.denial, strength.beyond)
        return beyond.think(position, seat, generator, budget or strength.budget, reach)
    if strength.budget:
        return engine.think(position, seat, generator, budget or strength.budget, plan)
    weights = evaluation_of(position.game.name).thumb() if strength.by_hand else None
    found = blurred(engine.look(position, seat, plan, weights=weights), strength.blur, generator)
    return Thought(found[0].move, tuple(found), len(found))


def warm(game: Game) -> None:
    """Compiles what the levels need in this game, or loads what was compiled."""
    position, n = Position.new(game, game.facts.seat_counts[0]), 0
    while position.needs_chance:
        position, n = position.after(CHANCE, position.sample(n)), n + 1
    seat, one = position.actors()[0], Budget(simulations=1)
    for strength in (Strength(), Strength(budget=one), strength_of("legend", game.name, position.seats)):
        think(position, seat, 0, strength, one)


def level(name: str, title: str, words: str) -> Bot:
    """A level as a bot."""

    def thinking(position: Position, seat: int, generator: int, budget: Budget | None) -> Thought:
        return think(position, seat, generator, strength_of(name, position.game.name, position.seats), budget)

    return thinking_bot(name, words, thinking, title)


APPRENTICE = level("apprentice", N_("Apprentice"), N_("Knows the rules and what is good, and often misjudges it."))
ARTISAN = level("artisan", N_("Artisan"), N_("Sees what a turn brings, and seldom misjudges it."))
MASTER = level(
    "master", N_("Master"), N_("Judges every turn well, and thinks ahead where that helps, for at most a second.")
)
LEGEND = level("legend", N_("Legend"), N_("Thinks some turns ahead, for up to five seconds."))
