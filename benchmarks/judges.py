"""Who tells levels apart soonest: `python -m benchmarks.judges GAME --games 40 --processes 16 --seconds 300`.

The same games as `benchmarks.ranking` plays, with several seats; what each decision that counts lost is told by the
walks of the review and by other judges, and games needed are counted as there, judge by judge, with what each cost.
Core seconds are those of the decisions that count. Games are kept in a file as they come: a run that was stopped goes
on there, and `--seconds 0` only tells.

Where the best level grows a tree (Maharani, Majolica), with trees A and B of `n` simulations each:
  search-n   what A advises is judged by B and the other way round
  after-n    what A advises and what was made are each judged by a tree of `n` simulations that begins after it
Where it looks beyond chance (Mosaix), with the best `k` turns at a first look:
  look-e-k   the look beyond chance with `e` evaluations for a move, compared with its own advice
  fresh-e-k  the advice of that look, judged by another with 1000 evaluations and the same chances for both
  round-e-k  the same, judged by one that plays on for a round more, with 300
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import islice, pairwise
from multiprocessing import TimeoutError as TimeIsOver
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np

from benchmarks.ranking import (
    DRAWS,
    PERFORMANCE,
    POINTS,
    SEED,
    Field,
    Lines,
    Reals,
    drawn_again,
    in_words,
    leads,
    needed,
)
from smalti.bots import lookahead
from smalti.bots.defaults import plan_of, strength_of
from smalti.bots.levels import LEVELS, warm
from smalti.bots.search.expectation import Reach
from smalti.bots.search.room import ROOT, SOLVED, new_room
from smalti.bots.simulation import Simulation
from smalti.bots.tree_search import Tree, build, merged
from smalti.games import find_game
from smalti.kernel.generator import spread
from smalti.kernel.position import Position
from smalti.reviewing.evaluator import seed_of, sources_hash
from smalti.reviewing.judging import BEST, SEEDS, lead_of
from smalti.reviewing.marks import ERRORS, performance
from smalti.reviewing.reviewing import review, seen_at
from smalti.reviewing.weighing import get_ready

WALKS, HALF = "walks", "half-"
EXACT = 200_000
"""Steps of an ending that a judge may try: a tenth of a second."""
SIZES, AFTER = (30, 60, 120, 200), (60, 120)
LOOKS = {300: (6, 10), 1000: (10,)}
"""[evaluations for a move]: so many turns are looked beyond."""
JUDGING = {"fresh": Reach(1.0, 1000), "round": Reach(1.0, 300, 1)}


@dataclass
class Verdicts:
    """What one decision lost by each judge, in points, and the core seconds it took each."""

    lost: dict[str, float] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    began: float = field(default_factory=process_time)

    def spent(self) -> float:
        """Core seconds since the last question."""
        before, self.began = self.began, process_time()
        return self.began - before

    def tell(self, judge: str, lost: float, seconds: float) -> None:
        """Notes a verdict."""
        self.lost[judge], self.seconds[judge] = lost, seconds


def by_trees(position: Position, seat: int, made: int, seed: int) -> Verdicts:
    """Two trees that judge each other's advice, at several sizes, and trees that begin after the moves."""
    told, spent = Verdicts(), 0.0
    plan = plan_of(strength_of(BEST, position.game, position.seats), position.game, position.seats)
    plan = plan._replace(exact=min(plan.exact, EXACT))
    tree = partial(Tree, seat=seat, plan=plan, made=build(position.game))
    trees = [tree(position, seed=spread(seed, SEEDS + n), core=n) for n in range(2)]
    advice = dict[int, int]()
    for size in SIZES:
        for one in trees:
            one.grow(max(0, size - one.simulations))
        thoughts = [merged([one]) for one in trees]
        points = [{one.move: lead_of(one, seat) for one in thought.candidates} for thought in thoughts]
        both = zip(thoughts, reversed(points), strict=True)
        spent += told.spent()
        told.tell(f"search-{size}", sum(judged[one.move] - judged[made] for one, judged in both) / 2, spent)
        advice[size] = thoughts[0].move
    solved = trees[0].simulations >= SOLVED
    values = {
        move: {} if solved else values_after(tree, position, seat, move, spread(seed, SEEDS + 2))
        for move in dict.fromkeys((made, *(advice[size] for size in AFTER)))
    }
    spent = told.spent() / len(values)
    for size in AFTER:
        lost = told.lost[f"search-{size}"] if solved else values[advice[size]][size] - values[made][size]
        cost = told.seconds[f"search-{size}"] / 2 + 2 * spent * size / AFTER[-1]
        told.tell(f"after-{size}", lost, cost)
    return told


def values_after(tree: Callable[..., Tree], position: Position, seat: int, move: int, seed: int) -> dict[int, float]:
    """[simulations]: the lead that is expected after a move, by a tree that begins there."""
    one, found = tree(position.after(seat, move), seed=seed, core=2), dict[int, float]()
    for size in AFTER:
        one.grow(size - one.simulations)
        points = one.nodes.totals[ROOT, : position.seats] / max(1, one.nodes.visits[ROOT])
        found[size] = float(points[seat] - np.delete(points, seat).mean())
    return found


def by_looks(position: Position, seat: int, made: int, seed: int) -> Verdicts:
    """Looks beyond chance after the best turns, and further ones at what they advise and at what was made."""
    told, new = Verdicts(), partial(new_room, position.game)
    turns, first = lookahead.best_turns(position, seat, Reach(1.0, 0), new())
    mine = [n for n in range(len(turns)) if turns[n, 0] == made]
    chosen, listing = dict[str, tuple[int, int]](), told.spent()
    for effort, numbers in LOOKS.items():
        some = turns[: max(numbers)]
        beyond = lookahead.look_at(position, seat, spread(seed, SEEDS + effort), some, Reach(1.0, effort), 1, None, new)
        spent = told.spent()
        for number in numbers:
            points = lead_in(np.vstack([beyond[:number], first[number:] + beyond[0] - first[0]]), position.seats, seat)
            best = int(np.argmax(points[:number]))
            own = max(mine, key=lambda n: (n < number, points[n]))
            name = f"{effort}-{number}"
            own = best if turns[best, 0] == made else own
            told.tell(f"look-{name}", points[best] - points[own], listing + spent * number / len(some))
            chosen[name] = best, own
    for judge, reach in JUDGING.items():
        asked = list(dict.fromkeys(n for both in chosen.values() for n in both))
        look = partial(lookahead.look_at, position, seat, spread(seed, SEEDS + 1))
        found = {n: lead_in(look(turns[n : n + 1], reach, 1, None, new), position.seats, seat)[0] for n in asked}
        spent = 2 * told.spent() / len(asked)
        for name, (best, own) in chosen.items():
            cost = told.seconds[f"look-{name}"] + (spent if best != own else 0.0)
            told.tell(f"{judge}-{name}", found[best] - found[own], cost)
    return told


def lead_in(points: Reals, seats: int, seat: int) -> Reals:
    """[turn]: by how much a seat leads the mean of the others."""
    others = [other for other in range(seats) if other != seat]
    return np.asarray(points[:, seat] - points[:, others].mean(axis=1))


def judge_of(table: Field) -> Callable[[Position, int, int, int], Verdicts]:
    """The judges of a game, by what its best level does."""
    return by_looks if strength_of(BEST, table.game, table.seats).beyond else by_trees


def look_at(table: Field, levels: tuple[str, ...], deal: int) -> dict[str, Any]:
    """One game of these levels, and what each judge says of the decisions of each seat."""
    began = process_time()
    match = Simulation(table.game, tuple(map(table.player, levels)), table.seed + deal, compiled=True).play(0)
    played = process_time()
    told, points, events = review(match, depth=table.depth, cores=1), match.position.scores(), list(match.log)
    seconds = {"play": played - began, WALKS: process_time() - played}
    judge = judge_of(table)
    seats: Lines = [
        {"end": seat.end, "points": int(points[n]), "luck": seat.luck, "marked": 0, "lost": {WALKS: []}}
        for n, seat in enumerate(told.seats)
    ]
    for event in told.events:
        if event.is_chance or not event.counts:
            continue
        seat = seats[event.by]
        found = judge(seen_at(events, event.ply), event.by, events[event.ply].move, spread(seed_of(match), event.ply))
        seat["marked"] += event.mark in ERRORS
        for name, lost in {WALKS: event.lost, **found.lost}.items():
            seat["lost"].setdefault(name, []).append(round(float(lost), 3))
        for name, spent in found.seconds.items():
            seconds[name] = seconds.get(name, 0.0) + spent
    return {"levels": levels, "deal": deal, "spread": told.spread, "seats": seats, "seconds": seconds}


def as_told_by(judge: str, lines: Lines) -> Lines:
    """The games as `benchmarks.ranking` knows them, each decision with what one judge says it lost."""
    share = 0.5 if judge.startswith(HALF) else 1.0
    name = judge.removeprefix(HALF)

    def lost(seat: dict[str, Any]) -> list[tuple[float, float]]:
        both = zip(seat["lost"][name], seat["lost"][WALKS], strict=True)
        return [(share * points + (1 - share) * walked, 0.0) for points, walked in both]

    return [line | {"seats": [seat | {"lost": lost(seat)} for seat in line["seats"]]} for line in lines]


def judges_in(lines: Lines) -> list[str]:
    """Who judged these games; half of what one says and half of what walks say is one more."""
    names = [name for name in lines[0]["seats"][0]["lost"] if name != WALKS]
    return [WALKS, *names, *(HALF + name for name in names if not name.startswith("look"))]


def tell_pairs(lines: Lines, pairs: list[tuple[str, str]]) -> None:
    """Leads, how far apart they lie in one game, and how many games tell the two apart (with 90 % of what may be)."""
    for pair in pairs:
        print(f"\n| {', '.join(pair)} | games | lead | in one game, deviations | games needed | with points |")
        print("|---" * 6 + "|")
        for judge in judges_in(lines):
            some = leads(as_told_by(judge, lines), *pair)
            if len(some) < 3:
                continue
            if judge == WALKS:
                print(f"| points | {len(some)} |", said(some[:, POINTS]), "| |")
            print(f"| {judge} | {len(some)} |", said(some[:, PERFORMANCE]), f"| {games_needed(some[:, -1])} |")


def said(some: Reals) -> str:
    """The lead with its error, in deviations, and the games needed."""
    mean, scatter = some.mean(), some.std(ddof=1)
    return f"{mean:+.1f} ± {scatter / np.sqrt(len(some)):.1f} | {mean / scatter:+.2f} | {games_needed(some)}"


def games_needed(some: Reals) -> str:
    """How many games tell the two apart, with 90 % of what other games might have said."""
    column = some[:, None]
    again = needed(drawn_again(column, np.random.default_rng(SEED)))[:, 0]
    low, high = np.quantile(again, (0.05, 0.95), method="nearest")
    return f"{in_words(needed(column)[0])} ({in_words(low)} to {in_words(high)})"


def tell_levels(lines: Lines) -> None:
    """What each level loses by each judge, and how often so many games of each pair put all in the right order."""
    games = (1, 2, 4, 8, 16, 32)
    levels = [level for level in LEVELS if any(level in line["levels"] for line in lines)]
    print("\n| judge | core s |", " | ".join(levels), "|", " | ".join(f"{n} games" for n in games), "|")
    print("|---" * (2 + len(levels) + len(games)) + "|")
    for judge in judges_in(lines):
        seen = as_told_by(judge, lines)
        rates: dict[str, list[float]] = {level: [] for level in levels}
        for line in seen:
            for level, seat in zip(line["levels"], line["seats"], strict=True):
                rate, _ = performance([points for points, _ in seat["lost"]], line["spread"])
                rates[level] += [] if rate is None else [rate]
        cost = np.mean([line["seconds"][judge.removeprefix(HALF)] for line in lines])
        told = [f"{np.mean(some):.0f}" if some else "" for some in rates.values()]
        print(f"| {judge} | {cost:.1f} |", " | ".join(told + orders(seen, levels, games)), "|")


def orders(lines: Lines, levels: list[str], games: tuple[int, ...]) -> list[str]:
    """How often so many games of each pair put every level before the next; behind that, with points too."""
    found = [some for pair in pairwise(levels) if len(some := leads(lines, *pair)) >= 3]
    told, generator = list[str](), np.random.default_rng(SEED)
    for number in games:
        right = np.ones((DRAWS, 2), dtype=bool)
        for some in found:
            right &= drawn_again(some[:, [PERFORMANCE, -1]], generator, number).mean(axis=1) > 0
        told.append(" / ".join(f"{100 * share:.0f}" for share in right.mean(axis=0)))
    return told


def wanted(table: Field, deals: int, pairs: list[str], known: Lines) -> Iterator[tuple[tuple[str, ...], int]]:
    """The games of some pairs that are not known yet, deal by deal."""
    seen = {(*line["levels"], line["deal"]) for line in known}
    for levels, deal in islice(table.games(), deals * 2 * len(table.pairs)):
        if {"-".join(levels), "-".join(levels[::-1])} & set(pairs) and (*levels, deal) not in seen:
            yield levels, deal


def play_on(table: Field, jobs: list[tuple[tuple[str, ...], int]], processes: int, seconds: float) -> Iterator[Any]:
    """Looks at games in several processes until the time is over; what was compiled before is shared by all."""
    end = perf_counter() + seconds
    pool = get_context("fork").Pool(processes)
    try:
        found = pool.imap_unordered(partial(look_at_job, table), jobs, chunksize=1)
        for _ in jobs:
            yield found.next(max(0.1, end - perf_counter()))
    except TimeIsOver:
        print("the time is over")
    finally:
        pool.terminate()


def look_at_job(table: Field, job: tuple[tuple[str, ...], int]) -> dict[str, Any]:
    """A game in a process of its own."""
    return look_at(table, *job)


def prepare(table: Field) -> None:
    """Compiles what all processes need, or loads what was compiled: a game of the mildest, and one decision."""
    get_ready(table.game)
    warm(table.game)
    match = Simulation(table.game, (table.player(LEVELS[0]),) * table.seats, table.seed, compiled=True).play(0)
    told, events = review(match, depth="quick", cores=1), list(match.log)
    one = next(event for event in told.events if not event.is_chance and event.counts)
    judge_of(table)(seen_at(events, one.ply), one.by, events[one.ply].move, 0)


def main() -> None:
    """Plays on for some time, and says what all games so far show."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", type=find_game)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=40, help="of each pair, at most")
    parser.add_argument("--pairs", nargs="+", default=["-".join(pair) for pair in pairwise(LEVELS)])
    parser.add_argument("--seed", type=int, default=900, help="of the first deal; published figures have 170")
    parser.add_argument("--most", type=int, default=200, help="simulations of a level that searches")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=300, help="after what must be compiled first")
    parser.add_argument("--out", type=Path, help="the file of games")
    told = parser.parse_args()
    table = Field(told.game, told.seats, "usual", told.most, told.seed)
    kind = f"{table.game.name}-{table.seats}-{table.most}-{table.seed}-{sources_hash(table.game)}"
    file = told.out or Path("build") / f"judges-{kind}.jsonl"
    file.parent.mkdir(exist_ok=True, parents=True)
    lines = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    jobs = list(wanted(table, -(-told.games // 2), told.pairs, lines))
    if told.seconds and jobs:
        prepare(table)
        with file.open("a") as kept:
            for line in play_on(table, jobs, told.processes, told.seconds):
                lines.append(line)
                kept.write(json.dumps(line) + "\n")
                kept.flush()
    if lines:
        tell_pairs(lines, [(weak, strong) for weak, strong in (pair.split("-") for pair in told.pairs)])
        tell_levels(lines)


if __name__ == "__main__":
    main()
