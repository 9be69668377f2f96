"""Does Maharani play as it should? Greedy bots at every player count, in figures.

    python benchmarks/maharani_greedy.py [games]

Each bot takes the move that brings most gold at once, plus a share of what a new worker adds to the pay of its
quarter, minus a small price for a marker; a second tile must bring more than it costs. Random play stands beside it.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from statistics import mean

import numpy as np

from smalti.games.maharani.components import PAY, QUARTER_OF, QUARTER_SPACES
from smalti.games.maharani.game import MAHARANI
from smalti.games.maharani.moves import END, REFRESH, decode_worker, is_place, is_worker
from smalti.games.maharani.state import SECOND, WORKER
from smalti.kernel.game import Rules
from smalti.kernel.generator import below
from smalti.kernel.sets import bit, count
from smalti.kernel.state import Numbers, State, copy_state

PAY_SHARE = 0.5
MARKER_PRICE = 0.4
LAST_MARKER_PRICE = 0.4
REFRESH_VALUE = 2.5
SECOND_WORTH = 3.5
"""What a second tile must bring: its price of 2, and something for what the next player is left with."""
RULES = Rules(**{name: MAHARANI.compiler(rule) for name, rule in MAHARANI.rules.named().items()})
MOVES: Numbers = np.empty(MAHARANI.course.action_count, np.int64)


@dataclass
class Tally:
    """What happened in some games."""

    turns: list[int] = field(default_factory=list)
    winner: list[int] = field(default_factory=list)
    tiles: list[float] = field(default_factory=list)
    workers: list[float] = field(default_factory=list)
    pay: list[float] = field(default_factory=list)
    seconds: list[int] = field(default_factory=list)
    refreshes: list[int] = field(default_factory=list)


def legal(state: State) -> list[int]:
    """The moves of the active seat."""
    return [int(move) for move in MOVES[: RULES.legal_moves(state, int(state.active), MOVES)]]


def after(state: State, move: int) -> State:
    """The state after a move of the active seat."""
    twin = copy_state(state)
    RULES.apply(twin, int(state.active), move)
    return twin


def value(state: State, move: int) -> float:
    """What a move is worth to the active seat, its worker included."""
    seat = int(state.active)
    if move == REFRESH:
        return REFRESH_VALUE if int(state.markers[seat]) == 0 else 0.0
    if move == END:
        return SECOND_WORTH
    if is_place(move):
        first = after(state, move)
        worth = float(gold_for(state, first, seat)) - marker_price(state, first, seat)
        if int(first.phase) == WORKER and int(first.active) == seat:
            worth += max(value(first, worker) for worker in legal(first))
        return worth
    assert is_worker(move)
    return gold_for(state, after(state, move), seat) + PAY_SHARE * worker_pay(state, move)


def gold_for(before: State, now: State, seat: int) -> int:
    """The gold of tile and worker alone: areas and groups, no price and no pay."""
    sizes = np.arange(1, 11)
    colours = slice(2 * seat, 2 * seat + 2) if int(before.seats) == 2 else slice(seat, seat + 1)
    areas = (now.areas[seat].astype(np.int64) - before.areas[seat]) @ sizes
    groups = (now.groups[colours].astype(np.int64) - before.groups[colours]) @ sizes
    return int(areas.sum() + groups.sum())


def worker_pay(state: State, move: int) -> int:
    """What a worker on its duty adds to the pay of its quarter; nothing if it only moves there."""
    worker, space, plan = decode_worker(move), int(state.duty), int(state.plan)
    spaces = int(QUARTER_SPACES[plan, QUARTER_OF[plan, space]])
    there = count(int(state.workers[worker]) & spaces)
    tiles = next(int(tiles) for tiles in state.tiles if int(tiles) & bit(space))
    moves = int(state.workers[worker]) & spaces & tiles & ~bit(space)
    return 0 if moves else int(PAY[there + 1] - PAY[there])


def marker_price(before: State, now: State, seat: int) -> float:
    """The price of turning a marker down, more for the last ones."""
    if int(before.markers[seat]) == int(now.markers[seat]):
        return 0.0
    return MARKER_PRICE + LAST_MARKER_PRICE * (3 - count(int(now.markers[seat])))


def greedy(state: State) -> int:
    """The best move; ties go to the first."""
    moves = legal(state)
    return max(moves, key=lambda move: (value(state, move), -move))


def at_random(state: State) -> int:
    """Any move."""
    moves = legal(state)
    return moves[below(state, len(moves))]


def play(seats: int, seed: int, *, random: bool, tally: Tally) -> None:
    """One game, written into the tally."""
    state = MAHARANI.course.setup(seats, {})
    state.rng = seed
    turns = refreshes = 0
    while not RULES.is_over(state):
        if not RULES.actors(state):
            RULES.apply_outcome(state, RULES.sample(state))
            continue
        turns += int(state.phase) not in (WORKER, SECOND)
        move = at_random(state) if random else greedy(state)
        refreshes += move == REFRESH
        RULES.apply(state, int(state.active), move)
    tally.turns.append(turns)
    tally.refreshes.append(refreshes)
    note_gold(state, seats, tally)


def note_gold(state: State, seats: int, tally: Tally) -> None:
    """Where the gold of a finished game came from."""
    sizes = np.arange(1, 11)
    tally.winner.append(max(int(gold) for gold in state.gold[:seats]))
    tally.tiles.append(float((state.areas @ sizes).sum()) / seats)
    tally.workers.append(float((state.groups @ sizes).sum()) / seats)
    tally.pay.append(float(sum(int(PAY[paid]) for paid in state.pays.flat)) / seats)
    tally.seconds.append(int(state.seconds.sum()))


def main() -> None:
    """Prints the table."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    print(f"{games} games each, courtyard plan")
    print("seats play    turns  winner  tiles/workers/pay   second tiles  refreshes")
    for seats in MAHARANI.facts.seat_counts:
        for random in (False, True):
            tally = Tally()
            for seed in range(games):
                play(seats, seed + 1, random=random, tally=tally)
            split = f"{mean(tally.tiles):.0f} / {mean(tally.workers):.0f} / {mean(tally.pay):.0f}"
            print(
                f"{seats}     {'random' if random else 'greedy'}  {mean(tally.turns):5.1f}  {mean(tally.winner):6.1f}  "
                f"{split:18}  {mean(tally.seconds):12.1f}  {mean(tally.refreshes):9.1f}"
            )


if __name__ == "__main__":
    main()
