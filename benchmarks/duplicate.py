"""Whether duplicate ranks truer than free deals: `python -m benchmarks.duplicate --tournaments 2000 GAME`.

Settled before looking: players of known order (`benchmarks.blurred`) play whole tournaments, the same pairs and seats
once with a deal for each table and once with one deal for all tables of a round; who of them is which entry is drawn
for each tournament. A ranking is as true as Kendall's tau with the known order; intervals are over tournaments, of
differences in pairs. Ways to count: see `ways`. Which one duplicate counts by was chosen with `--pilot` (other seeds);
the claim is tested without it, with `--first N` from the tournament of that number on. What was played is a line of a
file: a run that was stopped goes on there, and `--part 2 16` plays every sixteenth from the third on into a file of its
own and tells nothing. `--alike` tells why: how much of what equal players come to is owed to their deal.
"""

from __future__ import annotations

import argparse
import json
import math
from functools import cache
from itertools import permutations
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import numpy as np

from benchmarks.blurred import WIDEST, Boards, Reals, play
from smalti.games import GAMES, find_game
from smalti.kernel.game import Game
from smalti.kernel.generator import spread
from smalti.server.club.tournaments.pairing import Drawing, draw
from smalti.server.club.tournaments.rounds import Board, Round
from smalti.server.club.tournaments.standing import standing

SEED, PILOT = 2027, 1 << 40
REPEATS = 4
KINDS = ("free", "shared")


@cache
def drawn_for(players: int, rounds: int, seats: int) -> tuple[Round, ...]:
    """Who meets whom on which seats, by the numbers of entries: the same in every tournament of that size."""
    entries = range(1, players + 1)
    played: list[Round] = []
    for _ in range(rounds):
        drawn = draw(Drawing("duplicate", entries, frozenset(entries), played, {}, seats))
        played.append(tuple(Board(board.entries) for board in drawn))
    return tuple(played)


def pairs_of(players: int, rounds: int, seats: int, number: int) -> list[Round]:
    """As it is drawn for entries, of whom the number alone says who is who."""
    entries = range(1, players + 1)
    who = dict(zip(entries, sorted(entries, key=lambda one: spread(number, one)), strict=True))
    played = drawn_for(players, rounds, seats)
    return [tuple(Board(tuple(who[one] for one in board.entries)) for board in one) for one in played]


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


def against(worth: Reals) -> Reals:
    """[round, result, ...]: the share of the other results of the round that each is better than; equal ones half."""
    better: Reals = np.sign(worth[:, :, None] - worth[:, None]).sum(axis=2)
    shares: Reals = 0.5 + better / 2 / (worth.shape[1] - 1)
    return shares


def worths(points: Reals, shares: Reals, tables: int) -> dict[str, Reals]:
    """[board, seat]: what every result is worth, by itself and against others with the deal."""
    seats = points.shape[1]
    margin = points - (points.sum(axis=1, keepdims=True) - points) / (seats - 1)
    places = points + 1e6 * (shares > 0)
    beaten = (np.sign(places[:, :, None] - places[:, None]).sum(axis=2) / (seats - 1) + 1) / 2
    found = {"wins": shares, "beaten": beaten, "margin": margin, "points": points}
    for name in ("margin", "points"):
        rounds = found[name].reshape(-1, tables, seats)
        everybody = found[name].reshape(-1, tables * seats)
        of_seat = (rounds - rounds.mean(axis=1, keepdims=True), against(rounds), against(everybody))
        for words, worth in zip(("mean of", "matchpoints of", "matchpoints among all of"), of_seat, strict=True):
            found[f"{words} {name}"] = worth.reshape(points.shape)
    return found


def ways(sums: dict[str, Reals], met: Reals) -> dict[str, tuple[Reals, ...]]:
    """Every way to count: what goes first, and what decides between equals.

    `wins` is the share of the win and `beaten` that of the others at the table; against the same seat: matchpoints or
    the distance from their mean, of the margin at the table or of the own points; matchpoints also against all.
    """
    singly = {name: (value,) for name, value in sums.items()}
    deciding = ("margin", "matchpoints of margin", "matchpoints among all of margin")
    return singly | {
        **{f"beaten, then {name}": (sums["beaten"], sums[name]) for name in deciding},
        "beaten, then Buchholz": (sums["beaten"], met @ sums["beaten"]),
    }


def counted(played: list[Round], points: Reals, shares: Reals, players: int) -> dict[str, tuple[Reals, ...]]:
    """What everybody comes to in a tournament, by every way to count."""
    entries = np.array([board.entries for one in played for board in one]) - 1
    sums, met = {}, np.zeros((players, players))
    for name, worth in worths(points, shares, len(played[0])).items():
        sums[name] = np.zeros(players)
        np.add.at(sums[name], entries, worth)
    for one, other in permutations(range(entries.shape[1]), 2):
        np.add.at(met, (entries[:, one], entries[:, other]), 1.0)
    return ways(sums, met)


def tau(*values: Reals) -> float:
    """How true a ranking is: 1 in the known order, -1 in the opposite; who is equal in everything is half right."""
    right: Reals = np.zeros((len(values[0]), len(values[0])))
    for value in values:
        rounded = np.round(value, 9)
        right = np.where(right == 0, np.sign(rounded[:, None] - rounded), right)
    return float(right[np.triu_indices(len(right), 1)].mean())


def tournament(game: Game, asked: argparse.Namespace, number: int) -> dict[str, Any]:
    """The points and shares of the win at all boards of a tournament, with free and with shared deals."""
    blurs = np.linspace(0.0, asked.widest or WIDEST[game.name], asked.players)
    drawn, found = pairs_of(asked.players, asked.rounds, asked.seats, number), {}
    for kind in KINDS:
        points, shares = play(game, boards_of(drawn, blurs, number, shared=kind == "shared"))
        found[kind] = points.tolist(), shares.tolist()
    return {"number": number, **found}


def truths(asked: argparse.Namespace, kept: dict[str, Any]) -> dict[str, float]:
    """How true each ranking of one tournament is, and how often everybody has won with free deals."""
    drawn, found = pairs_of(asked.players, asked.rounds, asked.seats, kept["number"]), {}
    for kind in KINDS:
        points, shares = map(np.array, kept[kind])
        for name, values in counted(drawn, points, shares, asked.players).items():
            found[f"{kind}, {name}"] = tau(*values)
        if kind == "free":
            entries = np.array([board.entries for one in drawn for board in one]) - 1
            found |= {f"won by {one}": float(shares[entries == one].mean()) for one in range(asked.players)}
    return found


def agrees(game: Game, asked: argparse.Namespace, kept: dict[str, Any]) -> bool:
    """Whether what is said here of duplicate is what tournaments count."""
    drawn = pairs_of(asked.players, asked.rounds, asked.seats, kept["number"])
    points, shares = map(np.array, kept["shared"])
    ended = zip(points.astype(int).tolist(), shares, strict=True)
    results = ((tuple(scores), tuple(np.flatnonzero(won).tolist())) for scores, won in ended)
    history = [tuple(Board(board.entries, *next(results)) for board in one) for one in drawn]
    lines = standing("duplicate", range(1, asked.players + 1), history, race=game.facts.race)
    found = counted(drawn, points, shares, asked.players)
    (value,) = found["matchpoints among all of margin" if game.facts.race else "matchpoints of points"]
    return all(math.isclose(value[line.entry - 1], line.points) for line in lines)


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


def report(found: list[dict[str, float]], usual: str) -> None:
    """Every ranking, what sharing the deal gains each, and what it gains over free games counted as usual."""
    columns = {name: [one[name] for one in found] for name in found[0]}
    print(
        f"{len(found)} tournaments; won by",
        ", ".join(f"{fmean(of):.2f}" for name, of in columns.items() if name.startswith("won")),
    )
    print(f"| count | tau | gained by the shared deal | gained over free deals by {usual} |")
    for name, values in columns.items():
        kind, _, count = name.partition(", ")
        if not name.startswith("won"):
            against = columns[f"free, {count}"] if kind == "shared" else values
            over = told([a - b for a, b in zip(values, columns[f"free, {usual}"], strict=True)])
            gain = told([a - b for a, b in zip(values, against, strict=True)]) if kind == "shared" else ""
            print(f"| {name} | {told(values)} | {gain} | {over} |", flush=True)


def arguments() -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--tournaments", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first tournament")
    parser.add_argument("--part", type=int, nargs=2, metavar=("PART", "OF"), help="plays, and tells nothing")
    parser.add_argument("--players", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--widest", type=float, help="how many points the weakest misjudges by")
    parser.add_argument("--usual", default="wins", help="the way to count free deals that all are compared with")
    parser.add_argument("--pilot", action="store_true", help="with other seeds, to choose how to count")
    parser.add_argument("--there", action="store_true", help="plays nothing, and tells of those that were played")
    parser.add_argument("--alike", action="store_true", help="only how much the deal decides between equal players")
    parser.add_argument("--folder", type=Path, default=Path("build"))
    return parser.parse_args()


def main() -> None:
    """Plays what is missing of the tournaments of one game, or of a part of them, and reports."""
    asked = arguments()
    game = find_game(asked.game)
    if asked.alike:
        alike(game, asked)
        return
    facts = (game.name, asked.players, asked.rounds, asked.seats, asked.widest or "usual")
    name = f"duplicate-{'-'.join(map(str, facts))}-boards"
    asked.folder.mkdir(exist_ok=True)
    part, of = asked.part or (0, 1)
    file = asked.folder / f"{name}-{part}-{of}.jsonl"
    kept = {one["number"]: one for other in asked.folder.glob(f"{name}-*.jsonl") for one in lines_of(other)}
    wanted = range(asked.first + PILOT * asked.pilot, asked.first + PILOT * asked.pilot + asked.tournaments)
    with file.open("a") as written:
        for number in (one for one in wanted[part::of] if one not in kept and not asked.there):
            kept[number] = tournament(game, asked, number)
            written.write(json.dumps(kept[number]) + "\n")
            written.flush()
    if not asked.part:
        told_of = [kept[number] for number in wanted if number in kept]
        assert all(agrees(game, asked, one) for one in told_of[:10])
        report([truths(asked, one) for one in told_of], asked.usual)


def lines_of(file: Path) -> list[dict[str, Any]]:
    """The tournaments of a file; what another process is just writing there is left out."""
    lines = file.read_text().splitlines(keepends=True)
    return [json.loads(line) for line in lines if line.endswith("\n")]


if __name__ == "__main__":
    main()
