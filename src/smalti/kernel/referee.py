"""Moves at full speed: one call checks a move, carries it out, lets chance act and lists what may follow.

A position is handed over as plain bytes. Numba looks at a record anew for each call, which takes twenty times as long
as a move does.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from typing import Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from smalti.kernel.announcing import announcing
from smalti.kernel.compiling import OPEN, Build, kernel
from smalti.kernel.errors import InvalidNotation, show
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.generator import spread
from smalti.kernel.playout import await_choice
from smalti.kernel.sets import bit, lowest
from smalti.kernel.soundness import is_sound
from smalti.kernel.state import Numbers, State
from smalti.kernel.words import N_

Bytes: TypeAlias = npt.NDArray[np.uint8]

record: Any = OPEN
actors: Callable[[State], int] = OPEN
legal_moves: Callable[[State, int, Numbers], int] = OPEN
apply: Callable[[State, int, int], None] = OPEN
outcomes: Callable[[State, Numbers, Numbers], int] = OPEN
sample: Callable[[State], int] = OPEN
apply_outcome: Callable[[State, int], None] = OPEN
is_over: Callable[[State], bool] = OPEN
scores: Callable[[State, Numbers], None] = OPEN
winners: Callable[[State, Numbers], int] = OPEN
hide: Callable[[State, int], None] = OPEN
follows: Callable[[State, Numbers], int] = OPEN

# What is told of a position, in one number: the seats that are to choose, two flags, and how many moves are listed.
ACTORS, OVER, REFUSED, COUNT_AT = 0xFFFF, 1 << 16, 1 << 17, 20

# How a move is carried out.
DRAWS, LISTS, TRUSTED = 1, 2, 4

GENERATOR = 8
"""The first bytes of every state are its generator, which is no part of the game."""
MOST_OUTCOMES = 1024
"""Longer lists of outcomes are not written down (`Rules.outcomes`)."""

UNKNOWN: Numbers = np.empty(0, np.int64)
"""Moves that nobody has listed yet; an actor always has one."""
UNKNOWN.setflags(write=False)


@kernel
def tell(state: State, lists: int, moves: Numbers) -> int:
    """What is next; with `lists`, the moves of the first who is to choose are written down too."""
    if is_over(state):
        return OVER
    told = actors(state)
    if told and lists:
        told |= legal_moves(state, lowest(told), moves) << COUNT_AT
    return told


@kernel
def look(raw: Bytes, lists: int, moves: Numbers) -> int:
    """What is next in a position."""
    return tell(raw.view(record)[0], lists, moves)


@kernel
def list_moves(raw: Bytes, seat: int, moves: Numbers) -> int:
    """The moves of one who is to choose."""
    return legal_moves(raw.view(record)[0], seat, moves)


@kernel
def holds(moves: Numbers, n: int, move: int) -> bool:
    """Whether one of n ascending moves is this one."""
    low, high = 0, n
    while low < high:
        middle = (low + high) >> 1
        if moves[middle] < move:
            low = middle + 1
        else:
            high = middle
    return low < n and moves[low] == move


@kernel
def may(state: State, seat: int, move: int, known: Numbers, moves: Numbers) -> bool:
    """Whether a seat may make this move; `known` are its moves where they are known."""
    if len(known):
        return holds(known, len(known), move)
    if is_over(state) or not actors(state) & bit(seat):
        return False
    return holds(moves, legal_moves(state, seat, moves), move)


@kernel
def step(raw: Bytes, by: int, move: int, how: int, known: Numbers, moves: Numbers) -> int:
    """Carries a move or an outcome out and tells what is next; a move that is refused changes nothing."""
    state: Any = raw.view(record)[0]
    if by < 0:
        apply_outcome(state, move)
    elif how & TRUSTED or may(state, by, move, known, moves):
        apply(state, by, move)
    else:
        return REFUSED
    if how & DRAWS:
        await_choice(state)
    return tell(state, how & LISTS, moves)


@kernel
def begin(raw: Bytes) -> None:
    """Lets chance act until somebody is to choose."""
    await_choice(raw.view(record)[0])


@kernel
def list_outcomes(raw: Bytes, found: Numbers, weights: Numbers) -> int:
    """What chance may give and how often."""
    return outcomes(raw.view(record)[0], found, weights)


@kernel
def draw(raw: Bytes, generator: int) -> int:
    """One outcome, drawn with a generator."""
    state: Any = raw.view(record)[0]
    state.rng = generator
    return sample(state)


@kernel
def tally(raw: Bytes, points: Numbers) -> int:
    """Writes the points of each seat; the seats that win, if the game is over."""
    state: Any = raw.view(record)[0]
    scores(state, points)
    return winners(state, points) if is_over(state) else 0


@kernel
def cover(raw: Bytes, seat: int) -> None:
    """Takes out what a seat may not see."""
    hide(raw.view(record)[0], seat)


@kernel
def hides(raw: Bytes, other: int, seat: int, seen: Bytes, known: Bytes) -> bool:
    """Whether another seat knows something of its own that this seat may not see: it sees less through both eyes."""
    for place in range(len(raw)):
        seen[place] = known[place] = raw[place]
    cover(seen, seat)
    cover(seen, other)
    cover(known, other)
    for place in range(GENERATOR, len(raw)):
        if seen[place] != known[place]:
            return True
    return False


@kernel
def follow(raw: Bytes, moves: Numbers) -> int:
    """The seat whose move, the first of these, is written down without asking; -1 if there is none."""
    return follows(raw.view(record)[0], moves)


@dataclass(frozen=True, slots=True)
class Tools:
    """The functions above for one game, all interpreted or all compiled."""

    lists: int
    """LISTS where moves are listed ahead of the question, which pays only if they are compiled."""
    look: Callable[[Bytes, int, Numbers], int]
    list_moves: Callable[[Bytes, int, Numbers], int]
    step: Callable[[Bytes, int, int, int, Numbers, Numbers], int]
    begin: Callable[[Bytes], None]
    list_outcomes: Callable[[Bytes, Numbers, Numbers], int]
    draw: Callable[[Bytes, int], int]
    tally: Callable[[Bytes, Numbers], int]
    cover: Callable[[Bytes, int], None]
    hides: Callable[[Bytes, int, int, Bytes, Bytes], bool]
    follow: Callable[[Bytes, Numbers], int]
    is_sound: Callable[[Bytes], bool]


MOVING: tuple[Callable[..., Any], ...] = look, list_moves, step, begin, list_outcomes, draw
SEEING: tuple[Callable[..., Any], ...] = tally, cover, hides, follow, is_sound
PARTS = MOVING + SEEING


def make_tools(build: Build, lists: int) -> Tools:
    """The tools of a game."""
    return Tools(lists, *map(build, PARTS))


class Referee:
    """Who checks and carries out the moves of a game in this process: compiled when ready, interpreted until then."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.tools = make_tools(game.interpreted, lists=0)
        self.is_compiled, self._counts = False, False
        self.most = game.course.action_count
        self.rooms = threading.local()  # a compiled call lets other threads run
        self._lock = threading.Lock()

    def room(self) -> Numbers:
        """Where this thread lists moves."""
        self.rooms.moves = moves = np.empty(max(self.most, MOST_OUTCOMES), np.int64)
        return moves

    def read(self, state: object) -> Bytes:
        """A record from outside as bytes, if it is one that rules can go on from."""
        title = self.game.title
        if not isinstance(state, np.void) or state.dtype != self.game.course.state_type:
            raise InvalidNotation(f"a position of {title} is made of a record of {title}, not of {show(state)}")
        raw = raw_bytes(cast(State, state))
        if not self.tools.is_sound(raw):
            raise InvalidNotation(N_("no game of {game} comes to such a position"), game=title)
        return raw

    def weigh(self, raw: Bytes) -> list[tuple[int, int]]:
        """What chance may give and how often, where it is next; empty where the list would be too long."""
        found, weights = np.empty(MOST_OUTCOMES, np.int64), np.empty(MOST_OUTCOMES, np.int64)
        n = self.tools.list_outcomes(raw, found, weights)
        return list(zip(found[:n].tolist(), weights[:n].tolist(), strict=True))

    def tally(self, raw: Bytes, seats: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The points of each seat, and the seats that win."""
        points = np.zeros(seats, np.int64)
        won = self.tools.tally(raw, points)
        return tuple(points.tolist()), members(int(won))

    def count_moves(self, many: int, then: Callable[[], object]) -> None:
        """Once so many moves have been interpreted, something is done about it. Compiled ones are not counted, and so
        take no longer."""
        with self._lock:
            if self.is_compiled or self._counts:
                return
            self._counts, made, interpreted = True, count(1), self.tools.step

            def step(*move: Any) -> int:
                if next(made) == many:
                    then()
                return interpreted(*move)

            self.tools = replace(self.tools, step=step)

    def count_anew(self) -> None:
        """Moves are counted from the first, if there are any to count: this process was forked from another."""
        self._lock = threading.Lock()
        if not self.is_compiled:
            self.tools, self._counts = make_tools(self.game.interpreted, lists=0), False

    def compile(self) -> None:
        """Compiles the tools, or loads what was compiled, and uses them from then on."""
        with self._lock:
            if not self.is_compiled:
                tools = make_tools(self.game.compiler, LISTS)
                with announcing(self.game, *PARTS):
                    exercise(tools, self.game)
                self.tools, self.is_compiled = tools, True


def exercise(tools: Tools, game: Game) -> None:
    """Calls every tool once, as positions do, so that all are compiled."""
    start = raw_bytes(game.course.setup(game.facts.seat_counts[0], {}))
    found, weights = (np.empty(max(game.course.action_count, MOST_OUTCOMES), np.int64) for _ in range(2))
    tools.list_outcomes(start, found, weights)
    tools.is_sound(start)
    tools.tally(start, np.zeros(game.facts.seat_counts[0], np.int64))
    raw = start.copy()
    if not tools.look(start, LISTS, found) & ACTORS:
        tools.step(raw, CHANCE, tools.draw(start.copy(), 1), DRAWS | LISTS, UNKNOWN, found)
    tools.begin(raw)
    tools.hides(raw, 0, CHANCE, raw.copy(), raw.copy())
    tools.cover(raw.copy(), CHANCE)
    tools.follow(raw, found)
    tools.list_moves(raw, lowest(tools.look(raw, 0, found) & ACTORS), found)


def raw_bytes(state: State) -> Bytes:
    """A state as bytes of their own, with nothing between its fields."""
    clean = np.zeros(1, state.dtype)  # zeros, so that padding never differs
    clean[0] = state
    return clean.view(np.uint8)


@cache
def referee(game: Game) -> Referee:
    """The referee of a game in this process."""
    return Referee(game)


@cache
def slow_referee(game: Game) -> Referee:
    """One who stays interpreted, whatever else is compiled: for looking into rules, and to compare with."""
    return Referee(game)


def choose_referee(game: Game, compiled: bool | None) -> Referee:
    """Who carries out moves: compiled now, never, or (None) when ready."""
    judge = slow_referee(game) if compiled is False else referee(game)
    if compiled:
        judge.compile()
    return judge


def kept(room: Numbers, n: int) -> Numbers:
    """The first n moves in an array of their own, which nobody can change."""
    moves = room[:n].copy()
    moves.setflags(False)  # type: ignore[call-arg]  # it takes the flag by its place, in half of the time
    return moves


@cache
def members(seats: int) -> tuple[int, ...]:
    """The seats of a set."""
    return tuple(seat for seat in range(seats.bit_length()) if seats >> seat & 1)


def plant(raw: Bytes, seed: int, episode: int = 0) -> None:
    """Starts the generator of a state: the one of the first place of a batch with this seed."""
    raw[:GENERATOR].view(np.int64)[0] = spread(spread(seed, 0), episode)
