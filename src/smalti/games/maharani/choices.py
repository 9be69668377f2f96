"""Every legal move as a path of clicks, with what it brings in words.

A placement is a slot, a space and, where the tile may lie in several turns, the side to which its arrow points. A
worker is the figure that moves, or the supply; each also has a button. The rest are buttons.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from smalti.games.maharani.components import (
    ANIMALS,
    COLOURS,
    NEIGHBOURS,
    QUARTER_OF,
    QUARTER_SPACES,
    SECOND_TILE,
    WORKER_COLOURS,
    tile_parts,
)
from smalti.games.maharani.floor import space_id, worker_id
from smalti.games.maharani.moves import ACTION_COUNT, END, decode_place, decode_worker, is_place, is_worker
from smalti.games.maharani.names import quarter_name, space_name, tile_name, worker_name
from smalti.games.maharani.plans import DIRECTIONS
from smalti.games.maharani.reasons import moving_from
from smalti.games.maharani.rules import actors, home_quarter, legal_moves
from smalti.games.maharani.state import (
    OVER,
    SECOND,
    colours_each,
    first_colour,
    occupied,
    side_of,
    supply,
)
from smalti.games.maharani.table import COMPASS
from smalti.kernel.game import CHANCE
from smalti.kernel.reason import Verbatim
from smalti.kernel.scene import Choice, Ids
from smalti.kernel.sets import bit, count, flood
from smalti.kernel.state import State
from smalti.kernel.words import N_, say

FACE_DOWN = {
    "lion": N_("lion face down"),
    "monkey": N_("monkey face down"),
    "peacock": N_("peacock face down"),
    "elephant": N_("elephant face down"),
}
"""Rule 4.3: the action marker that a placement turns."""


def legal(state: State, seat: int) -> list[int]:
    """The moves of an actor; none for anybody else."""
    if seat == CHANCE or int(state.phase) == OVER or not actors(state) & bit(seat):
        return []
    moves = np.empty(ACTION_COUNT, np.int64)
    return [int(move) for move in moves[: legal_moves(state, seat, moves)]]


def choices(state: State, seat: int, language: str, moves: list[int]) -> tuple[Choice, ...]:
    """Every legal move of the viewer, with its ways to be clicked."""
    ways = several_ways(moves)
    outlook = Outlook(state, seat, language)
    return tuple(choice(outlook, move, ways) for move in moves)


def several_ways(moves: list[int]) -> set[tuple[int, int]]:
    """The (slot, space) pairs for which the arrow has to be chosen."""
    ways = Counter(decode_place(move)[:2] for move in moves if is_place(move))
    return {place for place, number in ways.items() if number > 1}


def choice(outlook: Outlook, move: int, ways: set[tuple[int, int]]) -> Choice:
    """One legal move."""
    if is_place(move):
        return placement(outlook, move, decode_place(move)[:2] in ways)
    if is_worker(move):
        return worker_choice(outlook, move)
    words = N_("end the turn") if move == END else N_("turn all your action markers face up; this is your whole turn")
    return Choice(move, say(outlook.language, words), (("end" if move == END else "refresh",),))


def placement(outlook: Outlook, move: int, turns: bool) -> Choice:
    """A tile on a space."""
    slot, space, arrow = decode_place(move)
    ids: Ids = (f"slot-{slot + 1}", space_id(outlook.plan, space))
    path = (*ids, f"arrow-{DIRECTIONS[arrow]}") if turns else ids
    words, gain = outlook.of_tile(slot, space, arrow, turns)
    return Choice(move, words, (path,), puts(outlook.state, outlook.seat, move), gain)


def worker_choice(outlook: Outlook, move: int) -> Choice:
    """A worker that comes onto the new tile."""
    state, worker = outlook.state, decode_worker(move)
    origin, duty, colour = moving_from(state, worker), int(state.duty), WORKER_COLOURS[worker]
    figure = f"supply-{colour}" if origin is None else worker_id(state, worker, origin)
    left = int(state.workers[worker]) & ~(bit(origin) if origin is not None else 0)
    gold = outlook.connected(duty, left | bit(duty))
    facts: dict[str, object] = {"worker": worker_name(worker), "space": outlook.names[duty], "gold": gold}
    words = N_("place a {worker} on {space}: +{gold} gold")
    if origin is not None:
        words, facts = N_("move a {worker} from {origin} to {space}: +{gold} gold"), facts | {
            "origin": outlook.names[origin]
        }  # fmt: skip
    ghost = puts(state, outlook.seat, move)
    return Choice(move, say(outlook.language, words, facts), ((figure,), (f"bring-{colour}",)), ghost, f"+{gold}")


def puts(state: State, seat: int, move: int) -> tuple[tuple[str, str], ...]:
    """The tile on its space, or the worker on the new tile."""
    if is_place(move):
        slot, space, arrow = decode_place(move)
        colour = tile_parts(int(state.rondel[slot]))[0]
        return ((space_id(int(state.plan), space), f"{COLOURS[colour]}-{DIRECTIONS[arrow]}"),)
    if is_worker(move):
        return ((space_id(int(state.plan), int(state.duty)), f"figure-{WORKER_COLOURS[decode_worker(move)]}"),)
    return ()


@dataclass
class Outlook:
    """What each placement would bring one seat; many ask for the same."""

    state: State
    seat: int
    language: str
    _areas: dict[tuple[int, int], int] = field(default_factory=dict)
    _phrases: dict[tuple[str, object], str] = field(default_factory=dict)

    @cached_property
    def plan(self) -> int:
        """The number of the floor plan."""
        return int(self.state.plan)

    @cached_property
    def names(self) -> list[Verbatim]:
        """The names of the spaces."""
        return [Verbatim(space_name(self.plan, space)) for space in range(len(QUARTER_OF[self.plan]))]

    @cached_property
    def free(self) -> int:
        """The spaces without a tile."""
        return ~occupied(self.state)

    @cached_property
    def tiles(self) -> list[int]:
        """The spaces of each tile colour."""
        return [int(spaces) for spaces in self.state.tiles]

    @cached_property
    def workers(self) -> list[int]:
        """The spaces of each worker colour."""
        return [int(spaces) for spaces in self.state.workers]

    @cached_property
    def side(self) -> int:
        """Where the seat is."""
        return side_of(self.state, self.seat)

    @cached_property
    def homes(self) -> list[int]:
        """The quarter in which each slot lies."""
        return [home_quarter(self.state, self.seat, slot) for slot in range(len(self.state.rondel))]

    @cached_property
    def own(self) -> list[tuple[int, int]]:
        """The seat's worker colours, with what is in the supply."""
        first = first_colour(self.state, self.seat)
        return [(worker, supply(self.state, worker)) for worker in range(first, first + colours_each(self.state))]

    @cached_property
    def quarters(self) -> list[tuple[int, int]]:
        """The quarter of each space, and its spaces."""
        return [(int(q), int(QUARTER_SPACES[self.plan, q])) for q in QUARTER_OF[self.plan]]

    @cached_property
    def neighbours(self) -> list[int]:
        """The neighbours of each space."""
        return [int(spaces) for spaces in NEIGHBOURS[self.plan]]

    def connected(self, space: int, spaces: int) -> int:
        """How many of the spaces hang together with one of them."""
        if not self.neighbours[space] & spaces:
            return 1
        return count(flood(bit(space), spaces, NEIGHBOURS[self.plan]))

    def area(self, colour: int, space: int) -> int:
        """Rule 5.2: the area that a tile would belong to."""
        if (colour, space) not in self._areas:
            self._areas[colour, space] = self.connected(space, self.tiles[colour] | bit(space))
        return self._areas[colour, space]

    def comers(self, colour: int, space: int) -> list[tuple[bool, int]]:
        """Section 6: each worker that could come onto the tile: whether it moves there, and the gold it brings."""
        found = []
        for worker, left in self.own:
            moving = self.workers[worker] & self.tiles[colour] & self.quarters[space][1]
            if moving or left:
                found.append((bool(moving), self.connected(space, self.workers[worker] & ~moving | bit(space))))
        return found

    def say(self, words: str, fact: object = None) -> str:
        """A phrase of a label."""
        if (words, fact) not in self._phrases:
            self._phrases[words, fact] = say(self.language, words, {"it": fact})
        return self._phrases[words, fact]

    def of_tile(self, slot: int, space: int, arrow: int, turns: bool) -> tuple[str, str]:
        """What a placement does, in words, and its gold as short as "+3"."""
        colour = tile_parts(int(self.state.rondel[slot]))[0]
        quarter, spaces = self.quarters[space]
        area = self.area(colour, space)
        comers = self.comers(colour, space) if arrow == self.side else []
        parts = [self.say(N_("+{it} gold"), area)]
        if comers:
            parts.append(self.worker_words(comers))
        if quarter != self.homes[slot]:
            parts.append(self.say(FACE_DOWN[ANIMALS[self.homes[slot]]]))
        if not self.free & ~bit(space) & spaces:
            parts.append(self.say(N_("fills the quarter")))
        second = int(self.state.phase) == SECOND
        if second:
            parts.append(self.say(N_("costs {it}"), SECOND_TILE))
        bonus = [gold for _, gold in comers] or [0]
        gain = sorted({area + gold - second * SECOND_TILE for gold in bonus})
        head = self.head(colour, space, quarter) + (f", {self.say(COMPASS[arrow])}" if turns else "")
        return f"{head}: {', '.join(parts)}", "/".join(f"{gold:+d}" for gold in gain)

    def head(self, colour: int, space: int, quarter: int) -> str:
        """Which tile goes where."""
        facts = {"tile": tile_name(colour), "space": self.names[space], "quarter": quarter_name(quarter)}
        return say(self.language, N_("{tile} to {space} ({quarter})"), facts)

    def worker_words(self, comers: list[tuple[bool, int]]) -> str:
        """That a worker comes, and for how much."""
        if len(comers) > 1:
            return self.say(N_("a worker of your choice"))
        moves, gold = comers[0]
        return self.say(N_("worker moves +{it}") if moves else N_("new worker +{it}"), gold)
