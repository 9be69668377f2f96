"""Random play to the end, for any game: the open names are filled in by a `Build`."""

from __future__ import annotations

from collections.abc import Callable

from smalti.kernel.compiling import OPEN, kernel
from smalti.kernel.generator import below, spread
from smalti.kernel.sets import count, lowest
from smalti.kernel.state import Numbers, State

actors: Callable[[State], int] = OPEN
legal_moves: Callable[[State, int, Numbers], int] = OPEN
apply: Callable[[State, int, int], None] = OPEN
sample: Callable[[State], int] = OPEN
apply_outcome: Callable[[State, int], None] = OPEN
is_over: Callable[[State], bool] = OPEN
choose: Callable[[State, int, Numbers, int], int] = OPEN


@kernel
def await_choice(state: State) -> bool:
    """Lets chance happen until somebody is to choose; whether anybody is."""
    while not is_over(state):
        if actors(state):
            return True
        apply_outcome(state, sample(state))
    return False


@kernel
def uniform(state: State, seat: int, moves: Numbers, n: int) -> int:  # noqa: ARG001 - a policy may look at the seat
    """Any of the moves, each as likely as the others."""
    return int(moves[below(state, n)])


@kernel
def any_listed(state: State, seat: int, moves: Numbers) -> int:
    """Any of the legal moves, out of their list."""
    return uniform(state, seat, moves, legal_moves(state, seat, moves))


@kernel
def next_actor(state: State) -> int:
    """One of the seats that are to choose, at random; -1 when chance is next."""
    choosing = actors(state)
    if choosing == 0:
        return -1
    for _ in range(below(state, count(choosing))):
        choosing &= choosing - 1
    return lowest(choosing)


@kernel
def random_step(state: State, moves: Numbers) -> int:
    """One uniformly random move or outcome; returns 1 if somebody chose, 0 if chance did."""
    seat = next_actor(state)
    if seat < 0:
        apply_outcome(state, sample(state))
        return 0
    apply(state, seat, uniform(state, seat, moves, legal_moves(state, seat, moves)))
    return 1


@kernel
def step(state: State, moves: Numbers) -> int:
    """The same with the game's policy: uniform, unless random play would hardly ever end."""
    seat = next_actor(state)
    if seat < 0:
        apply_outcome(state, sample(state))
        return 0
    apply(state, seat, choose(state, seat, moves, legal_moves(state, seat, moves)))
    return 1


@kernel
def random_game(state: State, moves: Numbers) -> int:
    """Plays to the end and returns the number of moves."""
    made = 0
    while not is_over(state):
        made += step(state, moves)
    return made


@kernel
def random_games(start: State, scratch: Numbers, games: int, seed: int, moves: Numbers) -> int:
    """Plays many games from the same start, the i-th always the same for the same seed; returns the moves made."""
    made = 0
    for game in range(games):
        scratch[0] = start
        state = scratch[0]
        state.rng = spread(seed, game)
        made += random_game(state, moves)
    return made
