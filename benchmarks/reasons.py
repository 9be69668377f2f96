"""How often the reason of a hint is true: without that term another move would be chosen.

Asked of another search with other chances and twice the simulations, where it chooses the same move.

`python -m benchmarks.reasons --hints 10000` is the long form; `--simulations` is what each hint may think.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator

from smalti.bots.bot import Budget
from smalti.bots.hints import COMPARED, parts_of, reasons, rivals, what_decides
from smalti.bots.levels import LEGEND
from smalti.games import find_game
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.generator import spread
from smalti.kernel.position import Position
from smalti.puzzles.mining import games_of_bots
from smalti.reviewing.reviewing import seen_at

KINDS = (("mosaix", 1), ("mosaix", 2), ("maharani", 2), ("majolica", 1), ("majolica", 2))
EVERY = 7
"""Decisions between two that are hinted at, so that games are many."""
WIDER = 2 * COMPARED


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


def main() -> None:
    """Prints a row of the table in docs/bots.md for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hints", type=int, default=40, help="for each game and number of players")
    parser.add_argument("--game", choices=sorted({name for name, _ in KINDS}), help="only this one")
    parser.add_argument("--seats", type=int, help="only with so many players")
    parser.add_argument("--simulations", type=int, default=60)
    parser.add_argument("--seed", type=int, default=9)
    wanted = parser.parse_args()
    kinds = [kind for kind in KINDS if wanted.game in (None, kind[0]) and wanted.seats in (None, kind[1])]
    for name, seats in kinds:
        began = time.process_time()
        counts = measure(find_game(name), seats, wanted.hints, Budget(simulations=wanted.simulations), wanted.seed)
        told = ", ".join(f"{what} {number}" for what, number in counts.items())
        print(f"{name} {seats}: {told} ({time.process_time() - began:.0f} s of a core)", flush=True)


if __name__ == "__main__":
    main()
