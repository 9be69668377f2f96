"""What reviews find: `python -m benchmarks.review --games 5 --luck 20`. Prints the tables of docs/review.md.

A clean bot plays the best first look; a careless one, one time in ten, the worst. Reviews must tell them apart, and
mark the careless moves. Luck must be fair, and the result without it less scattered than the result. How soon
levels are told apart is measured by `benchmarks.ranking`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from smalti.bots.bot import Bot, Budget, Thought, thinking_bot
from smalti.bots.simulation import Simulation
from smalti.bots.tree_search import look
from smalti.games import GAMES
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.generator import spread
from smalti.kernel.match import Match
from smalti.kernel.position import Position
from smalti.reviewing.marks import ERRORS
from smalti.reviewing.reviewing import review
from smalti.reviewing.values import Review

KINDS = [("mosaix", 1), ("mosaix", 2), ("maharani", 2), ("majolica", 2)]
SEED, ONE_IN = 170, 10
Kinds = list[tuple[str, int]]


def careless(generator: int) -> bool:
    """Whether this is one of the moves that are played badly; the bot and the benchmark agree on it."""
    return spread(generator, 99) % ONE_IN == 0


def think(worst: bool, position: Position, seat: int, generator: int, _budget: Budget | None) -> Thought:
    """The best first look, or the worst where it is time for that."""
    found = look(position, seat)
    return Thought(found[-1 if worst and careless(generator) else 0].move, tuple(found))


CLEAN = thinking_bot("clean", "", lambda *asked: think(False, *asked))
CARELESS = thinking_bot("careless", "", lambda *asked: think(True, *asked))


class Found(NamedTuple):
    """Games of one bot in all seats, and their reviews."""

    matches: list[Match]
    reviews: list[Review]
    seconds: float


def play(game: Game, seats: int, bot: Bot, games: int, depth: str) -> Found:
    """Games of a bot with itself, reviewed; the seconds are of one core, for a game."""
    matches = [Simulation(game, (bot,) * seats, SEED, compiled=True).play(index) for index in range(games)]
    began = time.process_time()
    reviews = [review(match, depth=depth, cores=1) for match in matches]
    return Found(matches, reviews, (time.process_time() - began) / games)


def performance(found: Found) -> tuple[float, float]:
    """The mean over games and seats, and its standard error."""
    rates = [seat.performance for told in found.reviews for seat in told.seats if seat.performance is not None]
    return float(np.mean(rates)), float(np.std(rates, ddof=1) / np.sqrt(len(rates)))


def hits(found: Found) -> tuple[int, int, int, int]:
    """Careless moves that matter, those of them marked, all marked moves, and those marked and careless."""
    bad = seen = marked = right = 0
    for match, told in zip(found.matches, found.reviews, strict=True):
        for event in told.events:
            chance = match.chance
            if event.by == CHANCE or event.choices < 2 or chance is None:
                continue
            was_bad = careless(chance.bot_generator(event.ply, event.by)) and event.move != event.best
            is_marked = event.mark in ERRORS
            bad, seen = bad + was_bad, seen + (was_bad and is_marked)
            marked, right = marked + is_marked, right + (is_marked and was_bad)
    return bad, seen, marked, right


def tell_blunders(kinds: Kinds, games: int) -> None:
    """The careless bot told from the clean one."""
    print("| game | seats | games | core s | clean | careless | careless moves | marked | marks | of careless moves |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for name, seats in kinds:
        clean, other = (play(GAMES[name], seats, bot, games, "usual") for bot in (CLEAN, CARELESS))
        (a, ea), (b, eb) = performance(clean), performance(other)
        bad, seen, marked, right = hits(other)
        cells = (name, seats, games, f"{clean.seconds:.1f}", f"{a:.1f} ± {ea:.1f}", f"{b:.1f} ± {eb:.1f}")
        print(
            "|",
            " | ".join(map(str, (*cells, bad, f"{seen / max(bad, 1):.2f}", marked, f"{right / max(marked, 1):.2f}"))),
            "|",
            flush=True,
        )


def tell_luck(kinds: Kinds, games: int) -> None:
    """Mean luck of an event, and how much tighter the result is without luck."""
    print(
        "\n| game | seats | games | depth | events | mean luck, spreads | in errors | sd of the result | without luck |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for name, seats in kinds:
        found = play(GAMES[name], seats, CLEAN, games, "quick")
        unit = found.reviews[0].unit
        lucks = np.array([e.change[0] / unit for told in found.reviews for e in told.events if e.is_chance])
        error = lucks.std(ddof=1) / np.sqrt(len(lucks))
        ends, adjusted = (spread_of(found, read) for read in (lambda s: s.end, lambda s: s.without_luck))
        numbers = (
            f"{lucks.mean():+.4f} ± {error:.4f}",
            f"{lucks.mean() / error:+.1f}",
            f"{ends:.3f}",
            f"{adjusted:.3f}",
        )
        print("|", " | ".join((name, str(seats), str(games), "quick", str(len(lucks)), *numbers)), "|", flush=True)


def spread_of(found: Found, read: Callable[..., float]) -> float:
    """The standard deviation of something of the first seat over the games."""
    return float(np.std([read(told.seats[0]) for told in found.reviews], ddof=1))


def main() -> None:
    """Both tables, of all games or of one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=sorted({name for name, _ in KINDS}), help="only this one")
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--luck", type=int, default=20, help="games; 0 leaves that table out")
    told = parser.parse_args()
    kinds = [kind for kind in KINDS if told.game in (None, kind[0])]
    tell_blunders(kinds, told.games)
    if told.luck:
        tell_luck(kinds, told.luck)


if __name__ == "__main__":
    main()
