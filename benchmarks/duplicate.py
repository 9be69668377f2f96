"""Whether duplicate ranks truer than free deals: `python -m benchmarks.duplicate --tournaments 2000 GAME`.

Settled before looking: players of known order (`benchmarks.blurred`) play whole tournaments, the same pairs and seats
once with a deal for each table and once with one deal for all tables of a round. A ranking is as true as Kendall's tau
with the known order; intervals are over tournaments, of differences in pairs. Ways to count, by wins as free
tournaments do, and against all who had the same seat: matchpoints or the distance from their mean, of the margin at the
table or of the own points. Which one duplicate counts by was chosen with `--pilot` (other seeds); the claim is tested
without it. `--alike` tells why: how much of what equal players come to is owed to their deal.
"""

from __future__ import annotations

import argparse
import json
import math
from itertools import combinations
from pathlib import Path
from statistics import fmean, stdev

import numpy as np

from benchmarks.blurred import WIDEST, Boards, Reals, play
from smalti.games import GAMES, find_game
from smalti.kernel.game import Game
from smalti.kernel.generator import spread
from smalti.server.club.tournaments.pairing import Drawing, draw
from smalti.server.club.tournaments.rounds import Board, Round

SEED, PILOT = 2027, 1 << 40
REPEATS = 4


def pairs_of(players: int, rounds: int, seats: int, number: int) -> list[Round]:
    """Who meets whom on which seats: it follows from the number of the tournament alone."""
    order = sorted(range(1, players + 1), key=lambda one: spread(number, one))
    played: list[Round] = []
    for _ in range(rounds):
        drawn = draw(Drawing("duplicate", order, frozenset(order), played, {}, seats))
        played.append(tuple(Board(board.entries) for board in drawn))
    return played


def boards_of(played: list[Round], blurs: Reals, number: int, *, shared: bool) -> Boards:
    """The boards of a tournament; misjudgements differ from table to table, whatever is dealt."""
    entries = np.array([board.entries for one in played for board in one]) - 1
    tables = len(played[0])
    rounds, at = np.divmod(np.arange(len(entries)), tables)
    deals = [
        spread(SEED + number, int(n)) if shared else spread(spread(SEED + number, int(n)), 1 + int(t))
        for n, t in zip(rounds, at, strict=True)
    ]
    own = [spread(spread(SEED + number, 1000 + shared), n) for n in range(len(entries))]
    return Boards(blurs[entries], np.array(deals, np.int64), np.array(own, np.int64))


def counted(played: list[Round], points: Reals, shares: Reals, players: int) -> dict[str, Reals]:
    """What everybody comes to in a tournament, by every way to count."""
    entries = np.array([board.entries for one in played for board in one]) - 1
    seats, tables = entries.shape[1], len(played[0])
    margin = points - (points.sum(axis=1, keepdims=True) - points) / (seats - 1)
    worths = {"wins": shares}
    for name, worth in {"margin": margin, "points": points}.items():
        rounds = worth.reshape(-1, tables, seats)
        worths[f"mean of {name}"] = (rounds - rounds.mean(axis=1, keepdims=True)).reshape(worth.shape)
        beaten = np.sign(rounds[:, :, None] - rounds[:, None]).sum(axis=2) / 2
        worths[f"matchpoints of {name}"] = beaten.reshape(worth.shape)
    sums = {name: np.zeros(players) for name in worths}
    for name, worth in worths.items():
        np.add.at(sums[name], entries, worth)
    return sums


def tau(value: Reals) -> float:
    """How true a ranking is: 1 in the known order, -1 in the opposite; equal ones are half right."""
    rounded = np.round(value, 9)
    return fmean(float(np.sign(rounded[a] - rounded[b])) for a, b in combinations(range(len(value)), 2))


def tournament(game: Game, asked: argparse.Namespace, number: int) -> dict[str, float]:
    """How true each ranking of one tournament is, with free and with shared deals."""
    blurs = np.linspace(0.0, asked.widest or WIDEST[game.name], asked.players)
    played, found = pairs_of(asked.players, asked.rounds, asked.seats, number), {}
    for kind, shared in (("free", False), ("shared", True)):
        points, shares = play(game, boards_of(played, blurs, number, shared=shared))
        for name, value in counted(played, points, shares, asked.players).items():
            found[f"{kind}, {name}"] = tau(value)
        if not shared:
            entries = np.array([board.entries for one in played for board in one]) - 1
            found |= {f"won by {one}": float(shares[entries == one].mean()) for one in range(asked.players)}
    return found


def told(values: list[float]) -> str:
    """A mean with its 95 % interval."""
    mean, half = fmean(values), 1.96 * stdev(values) / math.sqrt(len(values))
    return f"{mean:.3f} ({mean - half:.3f} to {mean + half:.3f})"


def alike(game: Game, asked: argparse.Namespace) -> None:
    """How much of the scatter of points, margins and wins of equal players is common to all tables with a deal."""
    deals = np.repeat([spread(SEED - 1, n) for n in range(asked.tournaments)], REPEATS)
    own = np.array([spread(SEED - 2, n) for n in range(len(deals))], np.int64)
    blurs = np.full((len(deals), asked.seats), (asked.widest or WIDEST[game.name]) / 2)
    points, shares = play(game, Boards(blurs, deals.astype(np.int64), own))
    margin = points[:, 0] - points[:, 1:].mean(axis=1)
    for name, worth in {"points": points[:, 0], "margin": margin, "wins": shares[:, 0]}.items():
        same = worth.reshape(-1, REPEATS)
        within = same.var(axis=1, ddof=1)
        again = np.random.default_rng(SEED).integers(0, len(same), (1000, len(same)))
        common = [1 - within[one].mean() / same[one].var(ddof=1) for one in again]
        low, high = np.percentile(common, [2.5, 97.5])
        share = f"{1 - within.mean() / same.var(ddof=1):.2f} ({low:.2f} to {high:.2f})"
        print(f"{game.title}: {share} of the variance of {name} is the deal's", flush=True)


def report(found: list[dict[str, float]]) -> None:
    """Every ranking, what sharing the deal gains each, and what duplicate gains over free games counted by wins."""
    columns = {name: [one[name] for one in found] for name in found[0]}
    print(
        f"{len(found)} tournaments; won by",
        ", ".join(f"{fmean(of):.2f}" for name, of in columns.items() if name.startswith("won")),
    )
    for name, values in columns.items():
        kind, _, count = name.partition(", ")
        if not name.startswith("won"):
            against = columns[f"free, {count}"] if kind == "shared" else values
            usual = told([a - b for a, b in zip(values, columns["free, wins"], strict=True)])
            gain = told([a - b for a, b in zip(values, against, strict=True)]) if kind == "shared" else ""
            print(f"| {name} | {told(values)} | {gain} | {usual} |", flush=True)


def main() -> None:
    """Plays what is missing of the tournaments of one game, and reports."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--tournaments", type=int, default=2000)
    parser.add_argument("--players", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--widest", type=float, help="how many points the weakest misjudges by")
    parser.add_argument("--pilot", action="store_true", help="with other seeds, to choose how to count")
    parser.add_argument("--alike", action="store_true", help="only how much the deal decides between equal players")
    parser.add_argument("--folder", type=Path, default=Path("build"))
    asked = parser.parse_args()
    game = find_game(asked.game)
    if asked.alike:
        alike(game, asked)
        return
    facts = (game.name, asked.players, asked.rounds, asked.seats, asked.widest or "usual", *["pilot"] * asked.pilot)
    name = f"duplicate-{'-'.join(map(str, facts))}"
    asked.folder.mkdir(exist_ok=True)
    file = asked.folder / f"{name}.jsonl"
    found = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    with file.open("a") as kept:
        for number in range(len(found), asked.tournaments):
            found.append(tournament(game, asked, number + PILOT * asked.pilot))
            kept.write(json.dumps(found[-1]) + "\n")
            kept.flush()
    report(found)


if __name__ == "__main__":
    main()
