"""Which level is stronger, and how soon it shows: `python -m benchmarks.ranking GAME --seats 2 --games 40`.

Each level and the next, and the mildest and the best; or those that are named (`clean` and `careless` are the bots of
`benchmarks.review`). Alone all play with the same chance; with two seats they play each other, every deal from both
seats. The same games are counted by wins, by points, by the result without luck, and by what reviews find: the
performance, and how many decisions they mark. What each game gave is kept in a file, with what every decision lost: a
run that was stopped goes on there, and parts of one (`--part 2/16`) may run side by side.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.review import CARELESS, CLEAN
from smalti.bots.bot import Bot
from smalti.bots.defaults import strength_of
from smalti.bots.levels import LEVELS
from smalti.bots.players import find_player
from smalti.bots.simulation import Simulation
from smalti.games import find_game
from smalti.kernel.game import Game
from smalti.reviewing.evaluator import sources_hash
from smalti.reviewing.marks import ERRORS, performance
from smalti.reviewing.reviewing import review
from smalti.reviewing.values import Review
from smalti.reviewing.weighing import DEPTHS

SEED, DRAWS = 170, 2000
WALKS = "walks"
OTHERS = {bot.name: bot for bot in (CARELESS, CLEAN)}
WAYS = ("wins", "points", "without luck", "performance", "marked", "points and performance")
"""By what the same games are counted; alone wins are points. Marked: how many decisions in a hundred that count are."""
POINTS, PERFORMANCE = (WAYS.index(way) for way in ("points", "performance"))
Lines = list[dict[str, Any]]
Reals = NDArray[np.float64]


class Field(NamedTuple):
    """Who plays what, and how closely it is looked at."""

    game: Game
    seats: int
    depth: str
    most: int
    """Simulations of a level that searches, at most."""
    seed: int = SEED

    levels: tuple[str, ...] = LEVELS

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Neighbours, and the first and the last."""
        return list(dict.fromkeys((*pairwise(self.levels), (self.levels[0], self.levels[-1]))))

    def player(self, level: str) -> Bot:
        """A level with the simulations it has everywhere, and no clock."""
        if level in OTHERS:
            return OTHERS[level]
        budget = strength_of(level, self.game, self.seats).budget
        few = f":simulations={min(self.most, budget.simulations)}" if budget and budget.simulations else ""
        return find_player(level + few)

    def look_at(self, levels: tuple[str, ...], deal: int) -> dict[str, Any]:
        """One game of these levels, and what its review says of each seat."""
        bots = tuple(map(self.player, levels))
        match = Simulation(self.game, bots, self.seed + deal, compiled=True).play(0)
        told, points = review(match, depth=self.depth, cores=1), match.position.scores()
        seats = [
            {"end": seat.end, "points": int(points[n]), "luck": seat.luck, **decisions(told, n)}
            for n, seat in enumerate(told.seats)
        ]
        return {"levels": levels, "deal": deal, "spread": told.spread, "seats": seats}

    def games(self) -> Iterator[tuple[tuple[str, ...], int]]:
        """Which games are played, deal by deal."""
        deal = 0
        while True:
            tables: list[tuple[str, ...]] = [(level,) for level in self.levels]
            if self.seats > 1:
                tables = [table for pair in self.pairs for table in (pair, pair[::-1])]
            for table in tables:
                yield table, deal
            deal += 1


def decisions(told: Review, seat: int) -> dict[str, Any]:
    """What each decision of a seat that counts lost, with its error, and how many of them are marked as errors."""
    counted = [event for event in told.events if event.by == seat and event.counts]
    lost = [(event.lost, event.lost_error) for event in counted]
    return {"lost": lost, "marked": sum(event.mark in ERRORS for event in counted)}


def ways(seat: dict[str, Any], spread: float) -> tuple[float, ...] | None:
    """What a game says of a seat, way by way; more is better. Nothing where too few decisions count."""
    rate, _ = performance([points for points, _ in seat["lost"]], spread)
    if rate is None:
        return None
    marked = 100 * seat["marked"] / len(seat["lost"])
    return seat["end"], float(seat["points"]), seat["end"] - seat["luck"], -rate, -marked


def leads(lines: Lines, weaker: str, stronger: str) -> Reals:
    """[game, way]: by how much the stronger leads; two seats in one game, or two games alone with the same chance.

    By points and performance: the sum of both, each in its own standard deviation."""
    found = dict[tuple[Any, ...], dict[str, Any]]()
    for line in lines:
        told = [ways(seat, line["spread"]) for seat in line["seats"]]
        if None not in told and set(line["levels"]) <= {weaker, stronger}:
            key = (line["deal"], *line["levels"][1:])
            found.setdefault(key, {}).update(zip(line["levels"], told, strict=True))
    both = [(one[stronger], one[weaker]) for one in found.values() if len(one) == 2]
    rows = np.array([np.subtract(*pair) for pair in both], dtype=float).reshape(-1, len(WAYS) - 1)
    some = rows[:, [POINTS, PERFORMANCE]]
    together = (some / some.std(axis=0, ddof=1)).sum(axis=1, keepdims=True) if len(some) > 1 else some[:, :1]
    return np.hstack([rows, together])


def needed(some: Reals) -> Reals:
    """[..., way]: after so many games the mean lead is two standard errors from nothing; infinite if there is none."""
    mean, scatter = some.mean(axis=-2), some.std(axis=-2, ddof=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(mean > 0, np.maximum(1, (2 * scatter / mean) ** 2), np.inf)


def drawn_again(some: Reals, generator: np.random.Generator, games: int | None = None) -> Reals:
    """[draw, game, way]: as other games might have come out."""
    return some[generator.integers(0, len(some), (DRAWS, games or len(some)))]


def in_words(number: float) -> str:
    """A number of games."""
    return f"{np.ceil(number):.0f}" if number < 1000 else "more than 1000" if np.isfinite(number) else "never"


def tell_pairs(lines: Lines, pairs: list[tuple[str, str]]) -> None:
    """Leads with their standard errors, and how many games tell the two apart (with 90 % of what may be)."""
    print("| levels | games |", " | ".join(WAYS), "| games needed by", " | by ".join(WAYS), "|")
    print("|---" * (2 + 2 * len(WAYS)) + "|")
    for weaker, stronger in pairs:
        some = leads(lines, weaker, stronger)
        if len(some) < 3:
            continue
        errors = some.std(axis=0, ddof=1) / np.sqrt(len(some))
        told = [f"{mean:+.2f} ± {error:.2f}" for mean, error in zip(some.mean(axis=0), errors, strict=True)]
        again = needed(drawn_again(some, np.random.default_rng(SEED)))
        low, high = np.quantile(again, (0.05, 0.95), axis=0, method="nearest")
        for way, number in enumerate(needed(some)):
            told.append(f"{in_words(number)} ({in_words(low[way])} to {in_words(high[way])})")
        print(f"| {weaker}, {stronger} | {len(some)} |", " | ".join(told), "|")


def tell_orders(lines: Lines, levels: tuple[str, ...]) -> None:
    """How often so many games of each pair put every level before the next."""
    generator = np.random.default_rng(SEED)
    all_leads = [some for pair in pairwise(levels) if len(some := leads(lines, *pair)) >= 3]
    print("\n| games of each pair |", " | ".join(WAYS), f"| (all {len(all_leads)} pairs of neighbours rightly)")
    print("|---" * (1 + len(WAYS)) + "|")
    for games in (1, 2, 4, 8, 16, 32, 64):
        right = np.ones((DRAWS, len(WAYS)), dtype=bool)
        for some in all_leads:
            right &= drawn_again(some, generator, games).mean(axis=1) > 0
        print(f"| {games} |", " | ".join(f"{100 * share:.0f} %" for share in right.mean(axis=0)), "|")


def main() -> None:
    """Plays on until there are enough games of every pair, and says what they show."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", type=find_game)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=40, help="of each pair")
    parser.add_argument("--depth", default="usual", help=f"{WALKS}: as usual, and by walks what decisions lost")
    parser.add_argument("--most", type=int, default=200, help="simulations of a level that searches")
    parser.add_argument("--seed", type=int, default=SEED, help="of the first deal; others to try something out on")
    parser.add_argument("--levels", nargs="+", default=list(LEVELS), help="the weakest first")
    parser.add_argument("--part", default="1/1", help="the first of sixteen: 1/16")
    parser.add_argument("--folder", type=Path, default=Path("build"))
    told = parser.parse_args()
    DEPTHS[WALKS] = DEPTHS["usual"]._replace(searches=0)
    field = Field(told.game, told.seats, told.depth, told.most, told.seed, tuple(told.levels))
    kind = f"{field.game.name}-{field.seats}-{field.depth}-{field.most}-{field.seed}-{sources_hash(field.game)}"
    file = told.folder / f"ranking-{kind}.jsonl"
    file.parent.mkdir(exist_ok=True)
    lines = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    play_on(field, told.games if field.seats == 1 else -(-told.games // 2), told.part, file, lines)
    tell_pairs(lines, field.pairs)
    tell_orders(lines, field.levels)


def play_on(field: Field, deals: int, part: str, file: Path, lines: Lines) -> None:
    """Plays what is not known yet of so many deals, or of a part of them, and keeps it."""
    known = {(*line["levels"], line["deal"]) for line in lines}
    place, parts = map(int, part.split("/"))
    for levels, deal in field.games():
        if deal == deals:
            break
        if deal % parts == place - 1 and (*levels, deal) not in known:
            lines.append(field.look_at(levels, deal))
            with file.open("a") as kept:
                kept.write(json.dumps(lines[-1]) + "\n")


if __name__ == "__main__":
    main()
