"""How many games tell bots apart: with three and four at a table, and Master and Legend. For docs/club.md.

`python -m benchmarks.ladder_tables --seats 4 --games 1000 GAME` lets neighbouring levels sit at one table, each once
and on every seat in turn; games are then drawn again and again from those that were played, all levels begin unknown
and equal, and it is counted after how many games each is above the one below it nineteen times of twenty for good.
`--blurred` does the same with four players of known order who think no longer than a glance (`benchmarks.blurred`), at
tables of two, three and four. `--known` plays nothing: two levels meet, and win as often as their measured strengths
say (thinking/scale.json).
"""

from __future__ import annotations

import argparse
from itertools import pairwise, permutations

import numpy as np
import numpy.typing as npt

from benchmarks import blurred
from benchmarks.ladder import LONGEST, ORDERS, RESAMPLES, SEED, SURE, Reals, needed
from smalti.arena.ratings import BETA, KEPT, MU, SIGMA, Skill, rate_places, rate_without_luck
from smalti.bots.levels import LEVELS
from smalti.bots.players import find_player
from smalti.bots.scale import scale_file
from smalti.bots.simulation import Simulation
from smalti.games import GAMES, find_game
from smalti.kernel.game import Game
from smalti.kernel.generator import spread
from smalti.server.table.rating import places

Whole = npt.NDArray[np.int64]
BLURRED = 4
"""So many players of known order."""


def play(game: Game, levels: tuple[str, ...], number: int) -> list[int]:
    """The places of the levels in the game of that number; who sits where goes through all orders."""
    orders = list(permutations(range(len(levels))))
    order = orders[number % len(orders)]
    bots = tuple(find_player(levels[n]) for n in order)
    position = Simulation(game, bots, SEED, compiled=True).play(number).position
    found = places(position.scores(), position.winners())
    return [found[order.index(n)] for n in range(len(levels))]


def play_blurred(game: Game, blurs: Reals, games: int) -> Whole:
    """[game, player]: the places of players who misjudge every move by so many points; who sits where as above."""
    orders = np.array(list(permutations(range(len(blurs)))))
    order = orders[np.arange(games) % len(orders)]
    deals, own = (np.array([spread(SEED + n, number) for number in range(games)], np.int64) for n in (0, 1))
    points, shares = blurred.play(game, blurred.Boards(blurs[order], deals, own))
    by_seat = np.array(
        [places(one, np.flatnonzero(won).tolist()) for one, won in zip(points.tolist(), shares, strict=True)]
    )
    return np.take_along_axis(by_seat, np.argsort(order, axis=1), axis=1)


def rate(mu: Reals, variance: Reals, on: Whole, luck: Reals | float = 0.0, left: float = 1.0) -> tuple[Reals, Reals]:
    """`rate_without_luck` for many games at once: [order, player]; with no luck to take out `rate_places`."""
    c = np.sqrt((variance + BETA**2).sum(axis=1, keepdims=True))
    odds = np.exp(mu / c)
    behind = on[:, None, :] >= on[:, :, None]  # [order, q, i]: i is no better than q
    quotient = odds[:, None, :] / (behind * odds[:, None, :]).sum(axis=2, keepdims=True)
    tied = (on[:, None, :] == on[:, :, None]).sum(axis=2)[:, :, None]
    own = np.eye(on.shape[1])[None]
    omega = (behind * (own - quotient) / tied).sum(axis=1)
    delta = (behind * quotient * (1 - quotient) / tied).sum(axis=1)
    known = np.sqrt(variance) / c * variance / c**2 * delta / left
    return mu + variance / c * (omega - luck) / left, variance * np.maximum(1 - known, KEPT)


def agrees() -> bool:
    """Whether that is what rates people, by places and without luck."""
    return all(_agrees(np.array(luck), left) for luck, left in (([0.0] * 4, 1.0), ([0.2, -0.3, 0.1, 0.0], 0.8)))


def _agrees(luck: Reals, left: float) -> bool:
    skills, mu, variance = [Skill()] * 4, np.full((1, 4), MU), np.full((1, 4), SIGMA**2)
    for on in ([0, 1, 2, 3], [1, 0, 1, 3], [0, 0, 2, 2], [3, 2, 1, 0]):
        skills = rate_without_luck(skills, on, luck.tolist(), left) if luck.any() else rate_places(skills, on)
        mu, variance = rate(mu, variance, np.array([on]), luck, left)
    same = np.allclose(mu[0], [one.mu for one in skills])
    return same and np.allclose(np.sqrt(variance[0]), [one.sigma for one in skills])


def above(games: Whole, generator: np.random.Generator) -> list[int]:
    """By neighbours: after so many games the better one leads nineteen times of twenty; LONGEST: not even then."""
    drawn = games[generator.integers(0, len(games), (ORDERS, LONGEST))]
    mu = np.full((ORDERS, games.shape[1]), MU)
    variance = np.full_like(mu, SIGMA**2)
    right = np.zeros((LONGEST, games.shape[1] - 1))
    for n in range(LONGEST):
        mu, variance = rate(mu, variance, drawn[:, n])
        right[n] = (mu[:, 1:] > mu[:, :-1]).mean(axis=0)
    late = [np.flatnonzero(one < SURE) for one in right.T]
    return [1 if not len(one) else min(int(one[-1]) + 2, LONGEST) for one in late]


def tell(game: Game, levels: tuple[str, ...], games: Whole, generator: np.random.Generator) -> None:
    """A line for each pair of neighbours, with 95 % intervals over the games that were played."""
    count = above(games, generator)
    again = [above(games[generator.integers(0, len(games), len(games))], generator) for _ in range(RESAMPLES // 3)]
    low, high = np.percentile(again, [2.5, 97.5], axis=0)
    for n, (weaker, stronger) in enumerate(pairwise(levels)):
        ahead = ((games[:, n + 1] < games[:, n]) + 0.5 * (games[:, n + 1] == games[:, n])).mean()
        told = f"{count[n]} ({low[n]:.0f} to {high[n]:.0f})".replace(str(LONGEST), f"{LONGEST} and more")
        cells = (game.title, len(levels), f"{weaker}, {stronger}", len(games), f"{100 * ahead:.0f} %", told)
        print("|", " | ".join(map(str, cells)), "|", flush=True)


def tell_known(game: Game, generator: np.random.Generator) -> None:
    """How many games two levels need that win as their strengths say, and at both ends of their 95 % intervals."""
    for weaker, stronger in pairwise(LEVELS):
        elo, error = scale_file(game)["steps"][stronger]
        found = []
        for step in (elo, elo + 1.96 * error, max(1.0, elo - 1.96 * error)):
            wins = round(10_000 / (1 + 10 ** (-step / 400)))
            found.append(needed(np.repeat([1.0, 0.0], [wins, 10_000 - wins]), 1.0, generator))
        told = f"{found[0]} ({found[1]} to {found[2]})".replace(str(LONGEST), f"{LONGEST} and more")
        print(f"| {game.title} | {weaker}, {stronger} | {elo} ± {1.96 * error:.0f} | {told} |", flush=True)


def tell_blurred(game: Game, games: int, generator: np.random.Generator) -> None:
    """The same four players at tables of two, three and four."""
    blurs = np.linspace(blurred.WIDEST[game.name], 0.0, BLURRED)
    names = tuple(f"off by {blur:.1f}" for blur in blurs)
    for seats in range(2, BLURRED + 1):
        for first in range(BLURRED + 1 - seats):
            those = slice(first, first + seats)
            tell(game, names[those], play_blurred(game, blurs[those], games), generator)


def main() -> None:
    """Plays, and prints a line for each pair of neighbours."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--seats", type=int, choices=(3, 4), default=4)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--blurred", action="store_true", help="players of known order at tables of two to four")
    parser.add_argument("--known", action="store_true", help="by the strengths that were measured with two players")
    asked = parser.parse_args()
    game, generator = find_game(asked.game), np.random.default_rng(SEED)
    assert agrees()
    if asked.known:
        tell_known(game, generator)
        return
    if asked.blurred:
        tell_blurred(game, asked.games, generator)
        return
    for first in range(5 - asked.seats):
        levels = LEVELS[first : first + asked.seats]
        games = np.array([play(game, levels, number) for number in range(asked.games)])
        tell(game, levels, games, generator)


if __name__ == "__main__":
    main()
