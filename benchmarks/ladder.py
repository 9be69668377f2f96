"""How many games tell neighbouring levels apart: `python -m benchmarks.ladder --games 40 GAME`. For docs/club.md.

Each level plays the next one with two seats, from either seat in turn; every roll and draw is weighed as a review does
at its usual depth. What each game gave is a line of a file: a run that was stopped goes on there, and `--part 2 16`
plays every sixteenth game from the third on into files of its own and tells nothing. Then games are drawn from those
that were played, again and again, both levels begin unknown and equal, and it is counted after how many games the
stronger one has the higher rating nineteen times of twenty: by results, and without luck.
"""

from __future__ import annotations

import argparse
import json
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from smalti.arena.ratings import BETA, MU, SIGMA, Skill, rate_places, rate_without_luck
from smalti.bots.levels import LEVELS
from smalti.bots.players import find_player
from smalti.bots.simulation import Simulation
from smalti.games import GAMES, find_game
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.generator import spread
from smalti.kernel.match import Match
from smalti.reviewing.evaluator import seed_of
from smalti.reviewing.outlook import result
from smalti.reviewing.reviewing import weigh_event
from smalti.reviewing.weighing import DEPTHS, Scales

SEED = 19
USUAL = "usual"
ORDERS, LONGEST, RESAMPLES = 2000, 400, 60
SURE = 0.95

Reals = npt.NDArray[np.float64]


class Played(NamedTuple):
    """A game of two levels: its number, what the stronger one had of the win, and what chance brought it of that."""

    number: int
    share: float
    luck: float


def lucks(match: Match, scales: Scales) -> Reals:
    """All that chance brought every seat, as a review of this depth says."""
    events, seed = list(match.log), seed_of(match)
    chances = (ply for ply, event in enumerate(events) if event.by == CHANCE)
    found = (weigh_event(scales, events, ply, spread(seed, ply)) for ply in chances)
    brought: Reals = np.array([one.after - one.before for one in found if one]).sum(axis=0)
    return brought


def play(game: Game, weaker: str, stronger: str, number: int, depth: str) -> Played:
    """The game of that number, the stronger one on either seat in turn."""
    bots = find_player(weaker), find_player(stronger)
    seat = number % 2
    table = (bots[1], bots[0]) if seat == 0 else bots
    match = Simulation(game, table, SEED + number // 2, compiled=True).play(number)
    share = float(result(match.position)[seat])
    return Played(number, share, float(lucks(match, Scales.of(match.position, DEPTHS[depth]))[seat]))


def played(game: Game, pair: tuple[str, str], asked: argparse.Namespace) -> list[Played]:
    """So many games of two levels, or a part of them: those that are there already, and further ones."""
    name = f"ladder-{game.name}-{pair[0].partition(':')[0]}-{pair[1].partition(':')[0]}-{asked.depth}"
    asked.folder.mkdir(exist_ok=True)
    part, of = asked.part or (0, 1)
    file = asked.folder / f"{name}-{part}-{of}.jsonl"
    kept = sorted(asked.folder.glob(f"{name}-*.jsonl")) if not asked.part else [file] if file.exists() else []
    found = [Played(*json.loads(line)) for one in kept for line in one.read_text().splitlines()]
    done = {one.number: one for one in found}
    with file.open("a") as written:
        for number in (one for one in range(part, asked.games, of) if one not in done):
            done[number] = play(game, *pair, number, asked.depth)
            written.write(json.dumps(done[number]) + "\n")
            written.flush()
    return [done[number] for number in sorted(done)]


def leads(shares: Reals, left: float) -> npt.NDArray[np.bool_]:
    """[order, game]: whether the stronger one leads after it; `rate_without_luck` for two, of many orders at once."""
    mu, variance = np.full((2, len(shares)), MU), np.full((2, len(shares)), SIGMA**2)
    ahead = np.zeros(shares.shape, bool)
    for n in range(shares.shape[1]):
        c = np.sqrt(variance.sum(axis=0) + 2 * BETA**2)
        chance = 1 / (1 + np.exp((mu[1] - mu[0]) / c))
        gain = (shares[:, n] - chance) / left / c
        mu += variance * np.stack((gain, -gain))
        variance *= 1 - np.sqrt(variance) / c * variance / c**2 * chance * (1 - chance) / left
        ahead[:, n] = mu[0] > mu[1]
    return ahead


def agrees(left: float) -> bool:
    """Whether the loop above is what rates people."""
    shares, skills, by_places = [1.0, 0.0, 1.0, 0.5], [Skill(), Skill()], [Skill(), Skill()]
    for share in shares:
        on = [0, 0] if share == 0.5 else [0, 1] if share else [1, 0]
        skills, by_places = rate_without_luck(skills, on, [0.0, 0.0], left), rate_places(by_places, on)
    ahead = bool(leads(np.array([shares]), left)[0, -1])
    same = left != 1.0 or bool(np.isclose(skills[0].mu, by_places[0].mu))
    return same and ahead == (skills[0].mu > skills[1].mu)


def needed(shares: Reals, left: float, generator: np.random.Generator) -> int:
    """After so many games the right one leads nineteen times of twenty, from then on; LONGEST: not even then."""
    drawn = generator.choice(shares, (ORDERS, LONGEST))
    late = np.flatnonzero(leads(drawn, left).mean(axis=0) < SURE)
    return int(late[-1]) + 2 if len(late) and late[-1] + 1 < LONGEST else 1 if not len(late) else LONGEST


def told(shares: Reals, left: float, generator: np.random.Generator) -> str:
    """The number with its 95 % interval over the games that were played."""
    again = [needed(generator.choice(shares, len(shares)), left, generator) for _ in range(RESAMPLES)]
    low, high = np.percentile(again, [2.5, 97.5])
    return f"{needed(shares, left, generator)} ({low:.0f} to {high:.0f})".replace(str(LONGEST), f"{LONGEST} or more")


def main() -> None:
    """Plays what is missing, or a part of it, and tells of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--part", type=int, nargs=2, metavar=("PART", "OF"), help="plays, and tells nothing")
    parser.add_argument("--depth", choices=list(DEPTHS), default=USUAL)
    parser.add_argument("--levels", nargs="*", default=list(LEVELS[:4]))
    parser.add_argument("--folder", type=Path, default=Path("build"))
    asked = parser.parse_args()
    game = find_game(asked.game)
    pairs = {pair: played(game, pair, asked) for pair in pairwise(asked.levels)}
    if not asked.part:
        report(game, pairs)


def report(game: Game, pairs: dict[tuple[str, str], list[Played]]) -> None:
    """How much luck is best taken out, and a line for each pair."""
    assert agrees(1.0)
    generator = np.random.default_rng(SEED)
    results = [np.array([(one.share, one.luck) for one in found]) for found in pairs.values()]
    centred = np.concatenate([one - one.mean(axis=0) for one in results])
    taken, left = fit(centred)
    again = [fit(centred[generator.integers(0, len(centred), len(centred))]) for _ in range(1000)]
    (low, least), (high, most) = np.percentile(again, [2.5, 97.5], axis=0)
    print(f"{game.title}, {len(centred)} games: {taken:.2f} ({low:.2f} to {high:.2f}) of the luck is best taken out,")
    print(f"{left:.2f} ({least:.2f} to {most:.2f}) of the variance is left then")
    for pair, one in zip(pairs, results, strict=True):
        share, luck = one.T
        needs = told(share, 1.0, generator), told(share - taken * luck, left, generator)
        cells = (*pair, len(one), f"{100 * share.mean():.0f} %", *needs)
        print("|", " | ".join(map(str, (game.title, *cells))), "|", flush=True)


def fit(centred: Reals) -> tuple[float, float]:
    """How much of the luck is best taken out of results (a control variate), and which part of the variance is left."""
    share, luck = centred.T
    return float((share * luck).mean() / luck.var()), float(1 - np.corrcoef(share, luck)[0, 1] ** 2)


if __name__ == "__main__":
    main()
