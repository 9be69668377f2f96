"""Ratings without luck with three and four at a table: `python -m benchmarks.ladder_luck --seats 4 --games 40 GAME`.

Neighbouring levels sit at one table, each once and on every seat in turn; every roll and draw is weighed as a review of
the usual depth does. What each game gave is a line of a file: a run that was stopped goes on there, and `--part 2 16`
plays every sixteenth game from the third on into a file of its own. Without `--part` all files are read, and it is told
how much of the luck is best taken out, and after how many games everybody is above who is weaker (docs/club.md).
"""

from __future__ import annotations

import argparse
import json
from itertools import pairwise, permutations
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchmarks.ladder import LONGEST, ORDERS, RESAMPLES, SEED, SURE, Reals, fit, lucks
from benchmarks.ladder_tables import rate
from smalti.arena.ratings import MU, SIGMA, scores
from smalti.bots.levels import LEVELS
from smalti.bots.players import find_player
from smalti.bots.simulation import Simulation
from smalti.games import GAMES, find_game
from smalti.kernel.game import Game
from smalti.reviewing.weighing import DEPTHS, Scales
from smalti.server.table.rating import places

DEPTH = "usual"
FIRST = 4
"""The levels that think no longer than a glance."""


class Played(NamedTuple):
    """A game by levels, the mildest first: their places, and what chance brought them of the win."""

    places: list[int]
    lucks: list[float]


def play(game: Game, levels: tuple[str, ...], number: int) -> Played:
    """The game of that number; who sits where goes through all orders."""
    orders = list(permutations(range(len(levels))))
    order = orders[number % len(orders)]
    match = Simulation(game, tuple(find_player(levels[n]) for n in order), SEED, compiled=True).play(number)
    on = places(match.position.scores(), match.position.winners())
    luck = lucks(match, Scales.of(match.position, DEPTHS[DEPTH]))
    return Played([on[order.index(n)] for n in range(len(on))], [float(luck[order.index(n)]) for n in range(len(on))])


def play_part(game: Game, levels: tuple[str, ...], asked: argparse.Namespace) -> None:
    """Plays what is missing of a part of the games."""
    part, of = asked.part
    file = asked.folder / f"{file_name(game, levels)}-{part}-{of}.jsonl"
    done = len(file.read_text().splitlines()) if file.exists() else 0
    with file.open("a") as kept:
        for number in range(part + done * of, asked.games, of):
            kept.write(json.dumps(play(game, levels, number)) + "\n")
            kept.flush()


def file_name(game: Game, levels: tuple[str, ...]) -> str:
    """Where the games of some levels are kept."""
    return f"ladder-luck-{game.name}-{'-'.join(levels)}"


def played(game: Game, levels: tuple[str, ...], folder: Path) -> tuple[npt.NDArray[np.int64], Reals]:
    """[game, level]: all places and lucks that are kept."""
    files = sorted(folder.glob(f"{file_name(game, levels)}-[0-9]*-[0-9]*.jsonl"))
    found = [Played(*json.loads(line)) for file in files for line in file.read_text().splitlines()]
    return np.array([one.places for one in found], np.int64), np.array([one.lucks for one in found])


def centred(on: npt.NDArray[np.int64], luck: Reals) -> Reals:
    """[game, level, (score, luck)] less what each level has on average."""
    worth = np.array([scores([MU] * on.shape[1], one) for one in on.tolist()])
    both: Reals = np.stack((worth, luck), axis=2)
    middle: Reals = both.mean(axis=0)
    return both - middle


def above(on: npt.NDArray[np.int64], luck: Reals, left: float, generator: np.random.Generator) -> list[int]:
    """By neighbours: after so many games the better one leads nineteen times of twenty, from then on."""
    drawn = generator.integers(0, len(on), (ORDERS, LONGEST))
    mu = np.full((ORDERS, on.shape[1]), MU)
    variance = np.full_like(mu, SIGMA**2)
    right = np.zeros((LONGEST, on.shape[1] - 1))
    for n in range(LONGEST):
        mu, variance = rate(mu, variance, on[drawn[:, n]], luck[drawn[:, n]], left)
        right[n] = (mu[:, 1:] > mu[:, :-1]).mean(axis=0)
    late = [np.flatnonzero(one < SURE) for one in right.T]
    return [1 if not len(one) else min(int(one[-1]) + 2, LONGEST) for one in late]


def told(on: npt.NDArray[np.int64], luck: Reals, left: float, generator: np.random.Generator) -> list[str]:
    """The numbers with their 95 % intervals over the games that were played."""
    again = [generator.integers(0, len(on), len(on)) for _ in range(RESAMPLES // 3)]
    low, high = np.percentile([above(on[one], luck[one], left, generator) for one in again], [2.5, 97.5], axis=0)
    words = [f"{n} ({a:.0f} to {b:.0f})" for n, a, b in zip(above(on, luck, left, generator), low, high, strict=True)]
    return [one.replace(str(LONGEST), f"{LONGEST} and more") for one in words]


def report(game: Game, groups: list[tuple[str, ...]], folder: Path) -> None:
    """How much luck is best taken out, and a line for each pair of neighbours."""
    generator, kept = np.random.default_rng(SEED), {levels: played(game, levels, folder) for levels in groups}
    games = np.concatenate([centred(*one) for one in kept.values()])
    taken, left = fit(games.reshape(-1, 2))
    again = [fit(games[generator.integers(0, len(games), len(games))].reshape(-1, 2)) for _ in range(1000)]
    (low, least), (high, most) = np.percentile(again, [2.5, 97.5], axis=0)
    print(f"{game.title}, {len(games)} games of {len(groups[0])}: {taken:.2f} ({low:.2f} to {high:.2f}) of the luck is")
    print(f"best taken out, {left:.2f} ({least:.2f} to {most:.2f}) of the variance is left then", flush=True)
    for levels, (on, luck) in kept.items():
        by_places = told(on, np.zeros_like(luck), 1.0, generator)
        without = told(on, taken * luck, left, generator)
        for n, pair in enumerate(pairwise(levels)):
            ahead = ((on[:, n + 1] < on[:, n]) + 0.5 * (on[:, n + 1] == on[:, n])).mean()
            cells = (
                game.title,
                len(levels),
                ", ".join(pair),
                len(on),
                f"{100 * ahead:.0f} %",
                by_places[n],
                without[n],
            )
            print("|", " | ".join(map(str, cells)), "|", flush=True)


def main() -> None:
    """Plays a part, or tells of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--seats", type=int, choices=(3, 4), default=4)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--part", type=int, nargs=2, metavar=("PART", "OF"), help="plays, and tells nothing")
    parser.add_argument("--folder", type=Path, default=Path("build"))
    asked = parser.parse_args()
    game = find_game(asked.game)
    groups = [LEVELS[first : first + asked.seats] for first in range(FIRST + 1 - asked.seats)]
    asked.folder.mkdir(exist_ok=True)
    if not asked.part:
        report(game, groups, asked.folder)
        return
    for levels in groups:
        play_part(game, levels, asked)


if __name__ == "__main__":
    main()
