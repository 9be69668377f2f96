"""Logs at full speed: one compiled call plays a whole log again, with every outcome computed from its secret.

How an entry is written is remembered by who, what, and the little of the position that it depends on
(`Text.context`). The quick way only ever says that a record is right, letter by letter; whatever it does not
understand is left to the strict replay, which knows the reason.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, cast

import numpy as np

from smalti.kernel.chance import Chance
from smalti.kernel.compiling import OPEN, kernel
from smalti.kernel.digest import BLOCK, LONGEST_NUMBER, TEXT, digest_bits, take_key, write_number, write_text
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.referee import Bytes, may, members, raw_bytes
from smalti.kernel.schema import MOST_ENTRIES
from smalti.kernel.sets import lowest
from smalti.kernel.state import Numbers, State

record: Any = OPEN
actors: Callable[[State], int] = OPEN
legal_moves: Callable[[State, int, Numbers], int] = OPEN
apply: Callable[[State, int, int], None] = OPEN
sample: Callable[[State], int] = OPEN
apply_outcome: Callable[[State, int], None] = OPEN
is_over: Callable[[State], bool] = OPEN
choose: Callable[[State, int, Numbers, int], int] = OPEN
follows: Callable[[State, Numbers], int] = OPEN
context: Callable[[State, int, int], int] = OPEN

BY, MOVE, CONTEXT = range(3)
"""The columns of a log in numbers."""
KEY = struct.Struct("3q")
"""A row of a log as bytes: each of so many tuples would be looked at by the garbage collector."""
USUAL_ENTRIES = 500
"""Longer games are played once more, with more room."""
WRITER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
MOST_REMEMBERED = 1_000_000
BY_SEAT, BY_CHANCE = '{"by":', '{"by":"chance"'
OUTCOME = KEY.pack(CHANCE, 0, 0)
"""An outcome as it is read: which one it is follows from the secret."""


def bytes_of(text: str) -> Numbers:
    """A text as numbers."""
    return np.frombuffer(text.encode(), np.uint8).astype(np.int64)


CLOSED, BOT = bytes_of("]"), bytes_of(', "bot", ')
"""How the messages of `Chance` go on."""


@kernel
def outcome_bits(desk: Numbers, before: Numbers, behind: Numbers, n: int) -> int:
    """What `Chance.generator` gives for the n-th outcome."""
    text = desk[TEXT:]
    end = write_text(text, write_number(text, write_text(text, 0, before), n), behind)
    return digest_bits(desk, write_text(text, end, CLOSED))


@kernel
def bot_bits(desk: Numbers, before: Numbers, behind: Numbers, n: int, seat: int) -> int:
    """What `Chance.bot_generator` gives for the n-th entry."""
    text = desk[TEXT:]
    end = write_text(text, write_number(text, write_text(text, 0, before), n), behind)
    end = write_number(text, write_text(text, end, BOT), seat)
    return digest_bits(desk, write_text(text, end, CLOSED))


@kernel
def follow(
    states: Bytes, log: Numbers, first: int, last: int, desk: Numbers, before: Numbers, behind: Numbers, room: Numbers
) -> int:
    """Plays entries of a log from the position before the first; returns the place of the first that is wrong.

    Moves are checked; outcomes are worked out and written into the log. The position before each entry is kept.
    """
    drawn = 0
    for place in range(first):
        drawn += log[place, BY] < 0
    for place in range(first, last):
        states[place + 1] = states[place]
        state: Any = states[place + 1].view(record)[0]
        by, move = int(log[place, BY]), int(log[place, MOVE])
        if is_over(state):
            return place
        if by < 0:
            if actors(state):
                return place
            state.rng = outcome_bits(desk, before, behind, drawn)
            move = sample(state)
            drawn += 1
        elif not may(state, by, move, room[:0], room):
            return place
        write_down(state, log, place, by, move)
    return last


@kernel
def play_out(states: Bytes, log: Numbers, desk: Numbers, before: Numbers, behind: Numbers, room: Numbers) -> int:
    """A whole game by the game's own way to play at random; the number of its entries, -1 if there is no room."""
    drawn = 0
    for place in range(len(log)):
        states[place + 1] = states[place]
        state: Any = states[place + 1].view(record)[0]
        if is_over(state):
            return place
        by = -1
        if actors(state):
            by = follows(state, room)
            move = int(room[0])
            if by < 0:
                by = lowest(actors(state))
                state.rng = bot_bits(desk, before, behind, place, by)
                move = choose(state, by, room, legal_moves(state, by, room))
        else:
            state.rng = outcome_bits(desk, before, behind, drawn)
            move = sample(state)
            drawn += 1
        write_down(state, log, place, by, move)
    return -1


@kernel
def write_down(state: State, log: Numbers, place: int, by: int, move: int) -> None:
    """An entry of the log, carried out."""
    log[place, BY] = by
    log[place, MOVE] = move
    log[place, CONTEXT] = context(state, by, move)
    if by < 0:
        apply_outcome(state, move)
    else:
        apply(state, by, move)


@kernel
def actors_at(raw: Bytes) -> int:
    """The seats that are to choose."""
    state: Any = raw.view(record)[0]
    return 0 if is_over(state) else actors(state)


@kernel
def list_moves(raw: Bytes, seat: int, moves: Numbers, contexts: Numbers) -> int:
    """The moves of one who is to choose, and by what of the position each is written."""
    state: Any = raw.view(record)[0]
    n = legal_moves(state, seat, moves)
    for i in range(n):
        contexts[i] = context(state, seat, int(moves[i]))
    return n


class Source(NamedTuple):
    """Where outcomes come from, as the kernel functions want it."""

    desk: Numbers
    before: Numbers
    behind: Numbers


class Ledger:
    """The logs of one game: as numbers, and as they are written."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.follow, self.take_key = game.compiler(follow), game.compiler(take_key)
        self.whole = game.compiler(play_out)
        self.actors_at, self.list_moves = game.compiler(actors_at), game.compiler(list_moves)
        self.room, self.contexts = (np.empty(game.course.action_count, np.int64) for _ in range(2))
        self.states, self.log = np.empty((0, 0), np.uint8), np.empty((0, 3), np.int64)
        self.write_body, self.read_body = game.text.write_body, game.text.read_body
        self.seats = {str(seat): seat for seat in range(game.facts.seat_counts[-1])}
        self.written: dict[bytes, str] = {}
        self.read: dict[str, bytes] = {}
        self.bodies: dict[tuple[int, int], str] = {}
        """By move and context: what is written behind the seat."""

    def source(self, chance: Chance) -> Source:
        """A secret at work: the key, and the message around the number of the outcome."""
        key = chance.key if len(chance.key) <= BLOCK else hashlib.sha256(chance.key).digest()
        before, behind = f"[{json.dumps(chance.game_id)}, ", f", {json.dumps(chance.added)}"
        desk = np.zeros(TEXT + len(before) + len(behind) + len(BOT) + 2 * LONGEST_NUMBER + 3 * BLOCK, np.int64)
        padded = np.zeros(BLOCK, np.int64)
        padded[: len(key)] = np.frombuffer(key, np.uint8)
        self.take_key(desk, padded)
        return Source(desk, bytes_of(before), bytes_of(behind))

    def make_room(self, entries: int) -> None:
        """Room for so many entries and the positions between them."""
        if len(self.log) < entries:
            self.log = np.empty((entries, 3), np.int64)
            self.states = np.empty((entries + 1, self.game.course.state_type.itemsize), np.uint8)

    def play_out(self, start: State, chance: Chance) -> tuple[list[str], State]:
        """A whole game at random: its entries, and the position at its end."""
        n = self.play(start, chance)
        return self.texts(0, n), self.state(n)

    def play_numbers(self, start: State, chance: Chance) -> tuple[Numbers, State]:
        """The same with its log in numbers: who, and which move or outcome."""
        n = self.play(start, chance)
        return self.log[:n, :CONTEXT].copy(), self.state(n)

    def play(self, start: State, chance: Chance) -> int:
        """Plays a whole game at random, and returns the number of its entries."""
        source = self.source(chance)
        for entries in (USUAL_ENTRIES, MOST_ENTRIES + 1):
            self.make_room(entries)
            self.states[0] = raw_bytes(start)
            n = self.whole(self.states, self.log, *source, self.room)
            if 0 <= n <= MOST_ENTRIES:
                return n
        raise endless(self.game)

    def replay_numbers(self, start: State, chance: Chance, log: Numbers) -> State | None:
        """The position after a log in numbers, if every move was legal and every outcome is that of its secret."""
        self.make_room(len(log))
        self.states[0] = raw_bytes(start)
        self.log[: len(log), :CONTEXT] = log
        reached = self.follow(self.states, self.log, 0, len(log), *self.source(chance), self.room)
        right = reached == len(log) and np.array_equal(self.log[:reached, :CONTEXT], log)
        return self.state(reached) if right else None

    def replay(self, start: State, chance: Chance, entries: list[str]) -> State | None:
        """The position after these entries if every one is right and written as we would write it."""
        self.make_room(len(entries))
        self.states[0] = raw_bytes(start)
        source, at = self.source(chance), 0
        known = [self.read.get(entry) or self.guess(entry) for entry in entries]
        while True:
            place = self.advance(source, known, entries, at)
            if place == len(entries):
                return self.state(place)
            meant = self.learn(entries[place], place)
            if meant is None or meant == known[place]:
                return None
            known[place], at = meant, place

    def advance(self, source: Source, known: list[bytes | None], entries: list[str], at: int) -> int:
        """Plays on from a place as far as entries are known and right: the place of the first that is not."""
        stop = known.index(None, at) if None in known[at:] else len(known)
        rows = b"".join(cast("list[bytes]", known[at:stop]))
        self.log[at:stop] = np.frombuffer(rows, np.int64).reshape(-1, 3)
        reached = self.follow(self.states, self.log, at, stop, *source, self.room)
        texts = self.texts(at, reached)
        if texts == entries[at:reached]:
            return reached
        return at + next(n for n, text in enumerate(texts) if text != entries[at + n])

    def guess(self, entry: str) -> bytes | None:
        """What a new entry means by its text alone, if that can be told; `advance` writes it again and compares."""
        if entry.startswith(BY_CHANCE):
            return OUTCOME
        by, _, body = entry.removeprefix(BY_SEAT).partition(",")
        move = self.read_body(body) if self.read_body and by in self.seats else None
        return None if move is None else KEY.pack(self.seats[by], move, 0)

    def learn(self, entry: str, place: int) -> bytes | None:
        """What an entry means at its place: one of the moves that are legal there."""
        for seat in members(self.actors_at(self.states[place])):
            n = self.list_moves(self.states[place], seat, self.room, self.contexts)
            for move, seen in zip(self.room[:n].tolist(), self.contexts[:n].tolist(), strict=True):
                key = KEY.pack(seat, move, seen)
                if (self.written.get(key) or self.write(key, place)) == entry:
                    return key
        return None

    def state(self, place: int) -> State:
        """The position before an entry."""
        return cast(State, self.states[place].view(self.game.course.state_type)[0])

    def texts(self, first: int, last: int) -> list[str]:
        """Some entries as they are written."""
        keys = self.log[first:last].view(f"V{KEY.size}").ravel().tolist()
        return [self.written.get(key) or self.write(key, place) for place, key in enumerate(keys, first)]

    def write(self, key: bytes, place: int) -> str:
        """How an entry is written that was not seen before, and from now on is."""
        by, move, seen = KEY.unpack(key)
        if len(self.written) >= MOST_REMEMBERED:
            self.forget()
        if by < 0:
            text, meant = f"{BY_CHANCE},{self.fields(by, move, place)}", OUTCOME
        else:
            text, meant = f'{{"by":{by},{self.body(by, move, seen, place)}', key
        self.written[key], self.read[text] = text, meant
        return text

    def body(self, by: int, move: int, seen: int, place: int) -> str:
        """What is written of a move behind the seat, which is the same for all seats."""
        if self.write_body:
            return self.write_body(move, seen)
        body = self.bodies.get((move, seen))
        if body is None:
            body = self.bodies[move, seen] = self.fields(by, move, place)
        return body

    def fields(self, by: int, move: int, place: int) -> str:
        """What is written of an entry behind who did it, by way of its fields."""
        entry = self.game.text.write_entry(self.state(place), by, move)
        return WRITER.encode(entry).split(",", 1)[1]

    def forget(self) -> None:
        """Begins anew, so that a long file does not fill the memory."""
        for remembered in (self.written, self.read, self.bodies):
            remembered.clear()


def endless(game: Game) -> SmaltiError:
    """What is said of a game of bots that is longer than a record may be."""
    return SmaltiError(f"a game of {game.title} does not end: a record has no more than {MOST_ENTRIES} entries")


@cache
def ledger(game: Game) -> Ledger:
    """The ledger of a game in this process."""
    return Ledger(game)
