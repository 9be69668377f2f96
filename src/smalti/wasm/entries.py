"""What a module offers besides rows: the rules with records and numbers as their only arguments.

In machine code a record is one address and an array is seven numbers, so what the rules write into arrays is written
into sheets here. The open names are filled in by a `Build`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from smalti.kernel.compiling import OPEN, kernel
from smalti.kernel.generator import mix
from smalti.kernel.playout import next_actor, random_game
from smalti.kernel.referee import Bytes
from smalti.kernel.rows import NOWHERE
from smalti.kernel.state import Numbers, Sheet, State, sheet_type

actors: Callable[[State], int] = OPEN
legal_moves: Callable[[State, int, Numbers], int] = OPEN
apply: Callable[[State, int, int], None] = OPEN
outcomes: Callable[[State, Numbers, Numbers], int] = OPEN
sample: Callable[[State], int] = OPEN
apply_outcome: Callable[[State, int], None] = OPEN
is_over: Callable[[State], bool] = OPEN
scores: Callable[[State, Numbers], None] = OPEN
winners: Callable[[State, Numbers], int] = OPEN
choose: Callable[[State, int, Numbers, int], int] = OPEN
hide: Callable[[State, int], None] = OPEN
reveals: Callable[[State, int, int], bool] = OPEN
follows: Callable[[State, Numbers], int] = OPEN
rank: Callable[[State, Numbers], int] = OPEN
pieces: Callable[[State, int, Sheet], None] = OPEN
offers: Callable[[State, int, Sheet], None] = OPEN
paths: Callable[[State, int, Sheet], None] = OPEN
happens: Callable[[State, int, int, int, Sheet], None] = OPEN
asks: Callable[[State, int, Sheet], None] = OPEN
refuses: Callable[[State, int, int, int, int, Sheet], None] = OPEN
refuses_move: Callable[[State, int, int, Sheet], None] = OPEN
earns: Callable[[State, int, Sheet], None] = OPEN
record: Any = OPEN

OUTCOMES = sheet_type(1024, outcome=np.int64, weight=np.int64)
POINTS = sheet_type(8, points=np.int64)


@kernel
def who_acts(state: State) -> int:
    """The seats that are to choose, as a bit set; -1 once the game is over."""
    return -1 if is_over(state) else actors(state)


@kernel
def list_moves(state: State, seat: int, sheet: Sheet) -> None:
    """The moves of one who is to choose."""
    sheet.n = legal_moves(state, seat, sheet.move)


@kernel
def pick(state: State, seat: int, sheet: Sheet) -> int:
    """A move as random play makes it, with the generator inside the position."""
    return choose(state, seat, sheet.move, legal_moves(state, seat, sheet.move))


@kernel
def play_out(state: State, sheet: Sheet) -> int:
    """Random play to the end; how many moves were made."""
    return random_game(state, sheet.move)


@kernel
def make_move(state: State, seat: int, move: int) -> None:
    """Carries a legal move out."""
    apply(state, seat, move)


@kernel
def list_outcomes(state: State, sheet: Sheet) -> None:
    """What chance may give and how often; nothing where the list would be long."""
    sheet.n = outcomes(state, sheet.outcome, sheet.weight)


@kernel
def draw(state: State, generator: int) -> int:
    """What chance gives with this generator."""
    state.rng = generator
    return sample(state)


@kernel
def take_outcome(state: State, outcome: int) -> None:
    """Carries out what chance gave."""
    apply_outcome(state, outcome)


@kernel
def tally(state: State, sheet: Sheet) -> int:
    """Writes the points of each seat; the seats that win, if the game is over."""
    scores(state, sheet.points)
    return winners(state, sheet.points) if is_over(state) else 0


@kernel
def ranked(state: State, sheet: Sheet) -> int:
    """How well a game alone went: the number of its word, or -1."""
    scores(state, sheet.points)
    return rank(state, sheet.points)


@kernel
def seat_count(state: State) -> int:
    """How many seats play."""
    return 0 + int(state.seats)  # 64 bits wide, as all that a module returns


@kernel
def hide_from(state: State, seat: int) -> None:
    """Takes out what a seat may not see."""
    hide(state, seat)


@kernel
def shows(state: State, seat: int, move: int) -> int:
    """1 if a move shows something that was hidden."""
    return 1 if reveals(state, seat, move) else 0


@kernel
def goes_by_itself(state: State, sheet: Sheet) -> int:
    """The seat whose move, the first of the sheet, is written down without asking; -1 if there is none."""
    return follows(state, sheet.move)


# The same games everywhere: a sum over every position and row of many games, equal on every target


@kernel
def folded(total: int, number: int) -> int:
    """A sum that depends on every number and on their order."""
    return mix((total * 31 + number) & 0xFFFFFFFF)


@kernel
def folded_state(total: int, raw: Bytes) -> int:
    """The same over a position, its generator too."""
    for byte in raw:
        total = folded(total, int(byte))
    return total


@kernel
def folded_numbers(total: int, numbers: Numbers, n: int) -> int:
    """The same over the first n numbers."""
    for place in range(n):
        total = folded(total, int(numbers[place]))
    return total


@kernel
def folded_pieces(total: int, sheet: Sheet) -> int:
    """The same over pieces."""
    for row in range(int(sheet.n)):
        total = folded(folded(total, int(sheet.piece[row])), int(sheet.place[row]))
        total = folded(folded(folded(total, int(sheet.look[row])), int(sheet.turn[row])), int(sheet.number[row]))
    return total


@kernel
def folded_paths(total: int, sheet: Sheet) -> int:
    """The same over paths."""
    for row in range(int(sheet.n)):
        total = folded(folded(total, int(sheet.move[row])), int(sheet.first[row]))
        total = folded(folded(total, int(sheet.second[row])), int(sheet.third[row]))
    return total


@kernel
def folded_asks(total: int, sheet: Sheet) -> int:
    """The same over questions."""
    for row in range(int(sheet.n)):
        total = folded(folded(total, int(sheet.kind[row])), int(sheet.step[row]))
        total = folded(folded(folded(total, int(sheet.amount[row])), int(sheet.focus[row])), int(sheet.clause[row]))
    return total


@kernel
def folded_told(total: int, sheet: Sheet) -> int:
    """The same over what happened, was refused or earned."""
    for row in range(int(sheet.n)):
        total = folded(folded(folded(total, int(sheet.kind[row])), int(sheet.seat[row])), int(sheet.piece[row]))
        total = folded(folded(total, int(sheet.source[row])), int(sheet.target[row]))
        total = folded(folded(folded(total, int(sheet.look[row])), int(sheet.turn[row])), int(sheet.amount[row]))
        total = folded(folded(total, int(sheet.of[row])), int(sheet.clause[row]))
    return total


@kernel
def looked_at(total: int, state: State, seat: int, table: Sheet, ways: Sheet, asked: Sheet, told: Sheet) -> int:
    """The sum over all rows of a position for one pair of eyes."""
    pieces(state, seat, table)
    total = folded_pieces(total, table)
    earns(state, max(seat, 0), told)
    total = folded_told(total, told)
    if seat < 0:
        return total
    offers(state, seat, table)
    total = folded_pieces(total, table)
    paths(state, seat, ways)
    total = folded_paths(total, ways)
    asks(state, seat, asked)
    total = folded_asks(total, asked)
    refuses(state, seat, int(ways.first[0]), NOWHERE, NOWHERE, told)
    total = folded_told(total, told)
    refuses_move(state, seat, max(int(ways.move[0]) - 1, 0), told)
    return folded_told(total, told)


@kernel
def thought_of(total: int, state: State, spare: Bytes, seat: int, moves: Sheet, points: Sheet) -> int:
    """The sum over points, what follows by itself, the moves of who is to choose, and what the next seat sees."""
    scores(state, points.points)
    total = folded_numbers(total, points.points, int(state.seats))
    following = follows(state, moves.move)
    total = folded(total, following)
    if following >= 0:
        total = folded(total, int(moves.move[0]))
    if seat >= 0:
        total = folded_numbers(total, moves.move, legal_moves(state, seat, moves.move))
    hide(spare.view(record)[0], (seat + 1) % int(state.seats))
    return folded_state(total, spare)


@kernel
def digest(
    raw: Bytes,
    spare: Bytes,
    generator: int,
    rows: int,
    moves: Sheet,
    points: Sheet,
    table: Sheet,
    ways: Sheet,
    asked: Sheet,
    told: Sheet,
) -> int:
    """Plays a game to its end from a position, and sums up every position on the way; with `rows` all else too."""
    state: Any = raw.view(record)[0]
    state.rng = generator
    total = 0
    while not is_over(state):
        seat = next_actor(state)
        if rows:
            for place in range(len(raw)):
                spare[place] = raw[place]
            total = thought_of(total, state, spare, seat, moves, points)
            total = looked_at(total, state, seat, table, ways, asked, told)
        move = sample(state) if seat < 0 else choose(state, seat, moves.move, legal_moves(state, seat, moves.move))
        if rows:
            happens(state, seat, seat, move, told)
            total = folded_told(total, told)
        elif seat < 0:
            apply_outcome(state, move)
        else:
            apply(state, seat, move)
        total = folded_state(total, raw)
    return total
