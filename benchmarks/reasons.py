"""How often the reason of a hint, or of a review, is true: without that term another move would be chosen.

Asked of another search with other chances and twice the simulations, where it chooses the same move. `--reviews` asks
it of marked decisions instead, by eight times the walks of a review and with other chances.

`python -m benchmarks.reasons --hints 10000` is the long form; `--simulations` is what each hint may think.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from smalti.bots.bot import Budget
from smalti.bots.hints import COMPARED, parts_of, reasons, rivals, what_decides
from smalti.bots.levels import LEGEND
from smalti.games import find_game
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.generator import spread
from smalti.kernel.position import Position
from smalti.puzzles.mining import games_of_bots
from smalti.reviewing.marks import ERRORS
from smalti.reviewing.reasons import first_looks
from smalti.reviewing.reviewing import review_events, seen_at
from smalti.reviewing.values import ReviewedEvent
from smalti.reviewing.weighing import DEPTHS, Scales

KINDS = (("mosaix", 1), ("mosaix", 2), ("maharani", 2), ("majolica", 1), ("majolica", 2))
EVERY = 7
"""Decisions between two that are hinted at, so that games are many."""
WIDER = 2 * COMPARED
WALKS = 8 * DEPTHS["usual"].walks
"""As many as a deep review makes."""


def decisions(game: Game, seats: int, seed: int) -> Iterator[tuple[Position, int]]:
    """Positions of games of bots in which there is a choice."""
    for match in games_of_bots(game, seats, seed):
        events = list(match.log)
        own = [ply for ply, event in enumerate(events) if event.by != CHANCE]
        for ply in own[::EVERY]:
            seen, seat = seen_at(events, ply), events[ply].by
            if len(seen.legal_moves(seat)) > 1:
                yield seen, seat


def measure(game: Game, seats: int, hints: int, budget: Budget, seed: int) -> Counter[str]:
    """Counts hints, those that are said surely, and how often each way to give a reason holds in another search."""
    counts: Counter[str] = Counter()
    for n, (seen, seat) in enumerate(decisions(game, seats, seed)):
        thought = LEGEND.think(seen, seat, n, budget)
        if not thought.candidates:
            continue
        best = thought.candidates[0]
        true = true_reasons(seen, seat, best.move, Budget(simulations=2 * (budget.simulations or 1)), spread(seed, n))
        most = reasons(seen, seat, best, thought)
        deciding = what_decides(seen, seat, thought.candidates[:COMPARED])
        counts["hints"] += 1
        counts["chosen again"] += true is not None
        if true is not None:
            counts["most gained"] += bool(most)
            counts["most gained decides"] += bool(most) and most[0][0] in true
            counts["sure"] += deciding is not None
            counts["sure and true"] += deciding is not None and deciding[0] in true
            counts["unsure, and something decides"] += deciding is None and bool(true)
        if counts["hints"] == hints:
            break
    return counts


def true_reasons(seen: Position, seat: int, move: int, budget: Budget, generator: int) -> set[str] | None:
    """The terms without which another search would not choose a move; None if it does not choose it anyway."""
    again = LEGEND.think(seen, seat, generator, budget)
    best = max(again.candidates, key=lambda one: one.worth)
    if best.move != move:
        return None
    wide = [best, *(one for one in again.candidates if one.move != move)][:WIDER]
    return {term for term, _ in rivals(wide, [parts_of(seen, seat, one) for one in wide])}


def marked(game: Game, seats: int, seed: int) -> Iterator[tuple[Position, ReviewedEvent]]:
    """Costly decisions of games of bots, and what was seen there."""
    for match in games_of_bots(game, seats, seed):
        events = list(match.log)
        yield from ((seen_at(events, one.ply), one) for one in review_events(match) if one.mark in ERRORS)


def measure_reviews(game: Game, seats: int, number: int, _: Budget, seed: int) -> Counter[str]:
    """Counts marked decisions by how surely their reason is said, and how often that holds when looked at closer."""
    counts: Counter[str] = Counter()
    for n, (seen, event) in enumerate(islice(marked(game, seats, seed), number)):
        counts["marked"] += 1
        said = {None: "later", True: "sure", False: "unsure"}[event.decides]
        counts[said] += 1
        gap = walk_gap(seen, event, n)
        if gap <= 0:
            continue
        counts[f"{said}, better again"] += 1
        if event.why:
            decides = [term for term, gain in gains_of(seen, event).items() if gain >= gap]
            counts[f"{said}, the first reason decides"] += event.why[0][0] in decides
            counts[f"{said}, something decides"] += bool(decides)
    return counts


def gains_of(seen: Position, event: ReviewedEvent) -> dict[str, float]:
    """By how much the better move is ahead in each term at a first look."""
    assert event.best is not None
    assert event.move is not None
    ours, theirs = (parts_of(seen, event.by, one) for one in first_looks(seen, event.by, event.best, event.move))
    return {term: gain - theirs.get(term, 0.0) for term, gain in ours.items()}


def walk_gap(seen: Position, event: ReviewedEvent, seed: int) -> float:
    """By how many points of the lead many walks with other chances prefer the better move to the one that was made."""
    assert event.best is not None
    assert event.move is not None
    scales = Scales.of(seen, DEPTHS["usual"])
    ours, theirs = (
        scales.walked(seen.state, event.by, move, spread(seed, 77), WALKS, event.ply).leads[:, event.by]
        for move in (event.best, event.move)
    )
    return float((ours - theirs).mean())


def main() -> None:
    """Prints a row of the table in docs/bots.md for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hints", type=int, default=40, help="for each game and number of players")
    parser.add_argument("--game", choices=sorted({name for name, _ in KINDS}), help="only this one")
    parser.add_argument("--seats", type=int, help="only with so many players")
    parser.add_argument("--reviews", action="store_true", help="of so many marked decisions instead of hints")
    parser.add_argument("--simulations", type=int, default=60)
    parser.add_argument("--seed", type=int, default=9)
    wanted = parser.parse_args()
    kinds = [kind for kind in KINDS if wanted.game in (None, kind[0]) and wanted.seats in (None, kind[1])]
    for name, seats in kinds:
        began = time.process_time()
        run, budget = measure_reviews if wanted.reviews else measure, Budget(simulations=wanted.simulations)
        counts = run(find_game(name), seats, wanted.hints, budget, wanted.seed)
        told = ", ".join(f"{what} {number}" for what, number in counts.items())
        print(f"{name} {seats}: {told} ({time.process_time() - began:.0f} s of a core)", flush=True)


if __name__ == "__main__":
    main()
