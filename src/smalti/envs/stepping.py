"""Many games in one array, stepped in compiled code: the open names are filled in by a `Build`.

Every function works on the games from `low` to `high`, so that threads share an array by taking a part each. A game
depends on nothing but its own record: how many others there are, and who steps them, does not matter.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from smalti.kernel.compiling import OPEN, kernel
from smalti.kernel.encoding import Reals
from smalti.kernel.generator import below, spread
from smalti.kernel.playout import await_choice
from smalti.kernel.sets import bit, count, lowest
from smalti.kernel.soundness import is_sound
from smalti.kernel.state import Numbers, State

record: Any = OPEN
actors: Callable[[State], int] = OPEN
legal_moves: Callable[[State, int, Numbers], int] = OPEN
apply: Callable[[State, int, int], None] = OPEN
scores: Callable[[State, Numbers], None] = OPEN
winners: Callable[[State, Numbers], int] = OPEN
encode: Callable[[State, int, Reals], None] = OPEN
is_over: Callable[[State], bool] = OPEN
any_move: Callable[[State, int, Numbers], int] = OPEN
choose: Callable[[State, int, Numbers, int], int] = OPEN

OUTCOME, POINTS = range(2)
"""What is rewarded: the end of a game, or every point."""
RAISE, PENALTY, END = range(3)
"""What an illegal move does: nothing but an error; it costs its seat the price; it ends the game as well."""
PRICE = -1.0


class Games(NamedTuple):
    """Games side by side, and what the last step brought each of them."""

    states: Any
    """The positions, an array of the game's records."""
    finals: Any
    """The position in which the last game of each place ended; empty where nobody asked for it."""
    seats: npt.NDArray[np.int8]
    """Who is to choose; the first of those who choose at the same time."""
    origins: Numbers
    """From what the generators of a place's games are made."""
    episodes: Numbers
    """How many games have ended in each place."""
    ended: npt.NDArray[np.bool_]
    """Whether the last step ended a game; the next one has begun by then."""
    points: Numbers
    """[game, seat]: the points now, kept where every point is rewarded."""
    results: Numbers
    """[game, seat]: the points of the last game that ended."""
    rewards: Reals
    """[game, seat]: what the last step brought."""


class Deal(NamedTuple):
    """How games begin. The i-th place plays the same games in every batch with the same seed."""

    start: Any
    """An array of one record: the position before anything has happened."""
    seed: int
    first: int
    """The number of the first place."""
    reward: int
    illegal: int


class Tries(NamedTuple):
    """Room to try moves out in each game: with the choices of others in, after a move, and the points then."""

    settled: Any
    after: Any
    points: Numbers


@kernel
def begin(games: Games, deal: Deal, i: int) -> None:
    """The next game of a place, before anything has happened."""
    games.states[i] = deal.start[0]
    state = games.states[i]
    state.rng = spread(games.origins[i], games.episodes[i])


@kernel
def await_first(games: Games, deal: Deal, i: int) -> None:
    """Up to the first choice of a game."""
    state = games.states[i]
    await_choice(state)
    if deal.reward == POINTS:
        scores(state, games.points[i])
    games.seats[i] = lowest(actors(state))


@kernel
def begin_games(games: Games, deal: Deal, one_seed: int, low: int, high: int) -> None:
    """The first games of a seed; if it is one for all, each place has games of its own."""
    for i in range(low, high):
        if one_seed:
            games.origins[i] = spread(deal.seed, deal.first + i)
        games.episodes[i] = 0
        games.ended[i] = False
        games.results[i] = 0
        games.rewards[i] = 0.0
        begin(games, deal, i)
        await_first(games, deal, i)


@kernel
def mark_unfit(records: Any, seats: int, unfit: npt.NDArray[np.bool_], low: int, high: int) -> None:
    """[game]: whether a position, as bytes, cannot be loaded: no game comes to it, it is over, or has other seats."""
    for i in range(low, high):
        state: Any = records[i].view(record)[0]
        unfit[i] = not is_sound(records[i]) or int(state.seats) != seats or is_over(state)


@kernel
def load_games(games: Games, deal: Deal, states: Any, reseed: int, low: int, high: int) -> None:
    """Goes on from other positions; with `reseed`, chance starts anew by the seed of the deal."""
    for i in range(low, high):
        games.states[i] = states[i]
        state = games.states[i]
        if reseed:
            state.rng = spread(spread(deal.seed, deal.first + i), 0)
        games.episodes[i] = 0
        games.ended[i] = False
        games.results[i] = 0
        games.rewards[i] = 0.0
        await_first(games, deal, i)


@kernel
def advance(games: Games, deal: Deal, i: int) -> None:
    """What follows a choice: chance, rewards, and perhaps the end and a new game.

    Chance stands here once, for a running game and for a new one (`while not await_choice(...)` would be compiled
    twice): on a GPU it is room in the cache for instructions.
    """
    state = games.states[i]
    games.ended[i] = False
    games.rewards[i] = 0.0
    while True:
        if await_choice(state):
            break
        end(games, deal, i)
    if deal.reward == POINTS:
        reward_points(games, i)
    games.seats[i] = lowest(actors(state))


@kernel
def end(games: Games, deal: Deal, i: int) -> None:
    """The result and the rewards of a game that is over, and a new one."""
    games.ended[i] = True
    scores(games.states[i], games.results[i])
    if deal.reward == POINTS:
        for seat in range(int(games.states[i].seats)):
            games.rewards[i, seat] = games.results[i, seat] - games.points[i, seat]
    else:
        reward_outcome(games, i)
    follow(games, deal, i)


@kernel
def follow(games: Games, deal: Deal, i: int) -> None:
    """A new game after one that ended."""
    if len(games.finals):
        games.finals[i] = games.states[i]
    games.episodes[i] += 1
    begin(games, deal, i)


@kernel
def refuse(games: Games, deal: Deal, i: int) -> None:
    """An illegal move is not made, and costs; where it ends the game, nobody has won."""
    games.ended[i] = deal.illegal == END
    games.rewards[i] = 0.0
    games.rewards[i, int(games.seats[i])] = PRICE
    if deal.illegal == END:
        scores(games.states[i], games.results[i])
        follow(games, deal, i)
        await_first(games, deal, i)


@kernel
def reward_points(games: Games, i: int) -> None:
    """Each seat gets the points it has now and did not have before; what a new game begins with is no reward."""
    state, goes_on = games.states[i], not games.ended[i]
    for seat in range(int(state.seats)):
        if goes_on:
            games.rewards[i, seat] = -games.points[i, seat]
    scores(state, games.points[i])
    for seat in range(int(state.seats)):
        if goes_on:
            games.rewards[i, seat] += games.points[i, seat]


@kernel
def prize(won: int, seats: int, seat: int) -> float:
    """What a seat gets for the end of a game: 1 for winning alone, a tie shares it, and all together nothing."""
    share = seats / count(won) if won & bit(seat) else 0.0
    return (share - 1.0) / (seats - 1.0)


@kernel
def reward_outcome(games: Games, i: int) -> None:
    """Alone, the points; else the prizes."""
    state = games.states[i]
    seats = int(state.seats)
    if seats == 1:
        games.rewards[i, 0] = games.results[i, 0]
        return
    won = winners(state, games.results[i])
    for seat in range(seats):
        games.rewards[i, seat] = prize(won, seats, seat)


@kernel
def step_games(games: Games, deal: Deal, actions: Numbers, low: int, high: int) -> None:
    """One choice in each game."""
    for i in range(low, high):
        apply(games.states[i], int(games.seats[i]), int(actions[i]))
        advance(games, deal, i)


@kernel
def step_legal_games(
    games: Games, deal: Deal, actions: Numbers, illegal: npt.NDArray[np.bool_], low: int, high: int
) -> None:
    """One choice in each game where it is legal."""
    for i in range(low, high):
        if illegal[i]:
            refuse(games, deal, i)
        else:
            apply(games.states[i], int(games.seats[i]), int(actions[i]))
            advance(games, deal, i)


@kernel
def draw_actions(games: Games, actions: Numbers, moves: Numbers, low: int, high: int) -> None:
    """One of the legal moves of each game, each as likely as the others."""
    for i in range(low, high):
        state, seat = games.states[i], int(games.seats[i])
        actions[i] = any_move(state, seat, moves)


@kernel
def draw_by_policy(games: Games, actions: Numbers, moves: Numbers, low: int, high: int) -> None:
    """A move of each game by its own way to play at random, as the bot `random` chooses."""
    for i in range(low, high):
        state, seat = games.states[i], int(games.seats[i])
        actions[i] = choose(state, seat, moves, legal_moves(state, seat, moves))


@kernel
def draw_greedy(games: Games, tries: Tries, actions: Numbers, moves: Numbers, low: int, high: int) -> None:
    """The move of each game with the most points at once, among equal ones any, as the bot `greedy` chooses."""
    for i in range(low, high):
        state, seat = games.states[i], int(games.seats[i])
        tries.settled[i] = state
        settle_others(tries.settled[i], seat, moves)
        most, equal = 0, 0
        for n in range(legal_moves(state, seat, moves)):
            tries.after[i] = tries.settled[i]
            apply(tries.after[i], seat, int(moves[n]))
            scores(tries.after[i], tries.points[i])
            points = int(tries.points[i, seat])
            if equal == 0 or points > most:
                most, equal = points, 0
            equal += 1 if points == most else 0
            if points == most and below(state, equal) == 0:
                actions[i] = moves[n]


@kernel
def settle_others(state: State, seat: int, moves: Numbers) -> None:
    """Choices made at the same time count when all are in: the others take their first ones."""
    waiting = actors(state) & ~bit(seat)
    while waiting:
        other = lowest(waiting)
        waiting &= waiting - 1
        legal_moves(state, other, moves)
        apply(state, other, int(moves[0]))


@kernel
def play_games(games: Games, deal: Deal, steps: int, moves: Numbers, low: int, high: int) -> None:
    """So many random choices in each game: the same as drawing and stepping so often."""
    for i in range(low, high):
        for _ in range(steps):
            state, seat = games.states[i], int(games.seats[i])
            apply(state, seat, any_move(state, seat, moves))
            advance(games, deal, i)


@kernel
def write_masks(games: Games, masks: npt.NDArray[np.bool_], moves: Numbers, low: int, high: int) -> None:
    """[game, move]: whether the one who is to choose may choose it."""
    for i in range(low, high):
        masks[i] = False
        for n in range(legal_moves(games.states[i], int(games.seats[i]), moves)):
            masks[i, moves[n]] = True


@kernel
def mark_illegal(
    games: Games, actions: Numbers, illegal: npt.NDArray[np.bool_], moves: Numbers, low: int, high: int
) -> None:
    """[game]: whether its action is no legal move."""
    for i in range(low, high):
        illegal[i] = True
        for n in range(legal_moves(games.states[i], int(games.seats[i]), moves)):
            if moves[n] == actions[i]:
                illegal[i] = False


@kernel
def observe_games(games: Games, out: Reals, low: int, high: int) -> None:
    """[game, number]: each position as the one who is to choose sees it."""
    for i in range(low, high):
        encode(games.states[i], int(games.seats[i]), out[i])
