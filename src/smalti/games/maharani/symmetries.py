"""The symmetries of Maharani: the floor turned together with those who sit around it, colours exchanged.

Tiles of all colours are alike, and so are the two worker colours of a seat in the game for two. The floor may be turned
where its plan looks the same afterwards and every seat comes to a side where somebody sits: by quarter turns with four,
by half turns with two, not at all with three. Mirrored it is another game: players follow each other clockwise, and a
drawn tile goes onto the first empty slot of the rondel.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import permutations, product

import numpy as np

from smalti.games.maharani.components import (
    ARROWS,
    COLOUR_COUNT,
    FACE_COUNT,
    PLANS,
    QUARTER_COUNT,
    SIDE,
    TILE_COUNT,
    tile_number,
)
from smalti.games.maharani.moves import decode_place, decode_worker, encode_place, encode_worker, is_place, is_worker
from smalti.games.maharani.plans import DIRECTIONS, Place
from smalti.games.maharani.rules import FIRST_DRAW
from smalti.games.maharani.state import NONE, START, arrow_at, colours_each, occupied, set_arrow
from smalti.kernel.sets import bit
from smalti.kernel.state import State
from smalti.kernel.symmetry import Symmetries, Symmetry, moved

Order = tuple[int, ...]
"""[what]: what it becomes."""


@cache
def spaces_turned(plan: int, turn: int) -> Order | None:
    """[space]: where it comes to by quarter turns to the right; None if the plan looks otherwise then."""
    drawn = PLANS[plan]
    found = []
    for place, columns in drawn.columns.items():
        row, col = place
        for _ in range(turn):
            row, col = col, drawn.rows - 1 - row
        there: Place = (row, col)
        if set(drawn.columns.get(there, "")) != {turned_letter(letter, turn) for letter in columns}:
            return None
        found.append(drawn.places.index(there))
    return tuple(found)


def turned_letter(letter: str, turn: int) -> str:
    """A side of a space after quarter turns to the right; a whole column stays one."""
    return DIRECTIONS[(DIRECTIONS.index(letter) + turn) % ARROWS] if letter in DIRECTIONS else letter


@cache
def seats_turned(seats: int, turn: int) -> Order | None:
    """[seat]: the seat that sits where it comes to; None if nobody does."""
    sides = SIDE[seats, :seats].tolist()
    turned = [(side + turn) % ARROWS for side in sides]
    return tuple(map(sides.index, turned)) if set(turned) == set(sides) else None


@dataclass(frozen=True)
class FloorTurned(Symmetry):
    """The floor turned to the right with all who sit around it; tile colours and worker colours of a seat exchanged."""

    plan: int
    count: int
    """How many sit there."""
    turn: int
    colours: Order
    workers: tuple[Order, ...]
    """[seat, n]: which of its worker colours the n-th becomes."""

    @cached_property
    def seats(self) -> Order:  # type: ignore[override]  # it follows from the turn
        """Each seat comes to the side of another."""
        return seats_turned(self.count, self.turn) or ()

    @cached_property
    def spaces(self) -> Order:
        """[space]: where it comes to."""
        return spaces_turned(self.plan, self.turn) or ()

    @cached_property
    def crew(self) -> dict[int, int]:
        """By worker colour: what it becomes."""
        each = len(self.workers[0])
        mates = product(range(self.count), range(each))
        return {each * seat + n: each * self.seats[seat] + self.workers[seat][n] for seat, n in mates}

    def tile_as(self, tile: int) -> int:
        """The tile that one becomes; none stays none."""
        return tile if tile == NONE else tile_number(self.colours[tile // FACE_COUNT], tile % FACE_COUNT)

    def change(self, state: State, before: State) -> None:
        """Floor, workers, rondel, bag, and what everybody has."""
        self.change_floor(state, before)
        for worker, to in self.crew.items():
            state.workers[to] = moved(before.workers[worker], self.spaces)
            state.groups[to] = before.groups[worker]
            state.pays[to] = np.roll(before.pays[worker], self.turn)
        for seat, to in enumerate(self.seats):
            state.gold[to], state.seconds[to] = before.gold[seat], before.seconds[seat]
            state.markers[to] = moved(
                before.markers[seat], [(q + self.turn) % QUARTER_COUNT for q in range(QUARTER_COUNT)]
            )
            state.areas[to, list(self.colours)] = before.areas[seat]
        for copy, tiles in enumerate(before.bag):
            state.bag[copy] = moved(tiles, [self.tile_as(tile) for tile in range(TILE_COUNT)])
        state.rondel[:] = [self.tile_as(int(tile)) for tile in before.rondel]
        if int(before.phase) != START:
            state.active = self.seats[int(before.active)]
        if int(before.duty) != NONE:
            state.duty = self.spaces[int(before.duty)]

    def change_floor(self, state: State, before: State) -> None:
        """Tiles and their arrows."""
        for colour in range(COLOUR_COUNT):
            state.tiles[self.colours[colour]] = moved(before.tiles[colour], self.spaces)
        state.arrows[:] = 0
        for space, to in enumerate(self.spaces):
            if occupied(before) & bit(space):
                set_arrow(state, to, (arrow_at(before, space) + self.turn) % ARROWS)

    def change_move(self, state: State, move: int) -> int:  # noqa: ARG002 - a move says all
        """Where a tile goes and how it lies, or which worker comes."""
        if is_place(move):
            slot, space, arrow = decode_place(move)
            return encode_place(slot, self.spaces[space], (arrow + self.turn) % ARROWS)
        return encode_worker(self.crew[decode_worker(move)]) if is_worker(move) else move

    def change_outcome(self, outcome: int) -> int:
        """A start player or a tile."""
        return self.seats[outcome] if outcome < FIRST_DRAW else FIRST_DRAW + self.tile_as(outcome - FIRST_DRAW)


def symmetries(state: State) -> Symmetries:
    """Every turn that plan and seats allow, every order of the tile colours, every order of a seat's worker colours."""
    plan, count = int(state.plan), int(state.seats)
    return Symmetries(
        FloorTurned,
        plan=[plan],
        count=[count],
        turn=[turn for turn in range(ARROWS) if spaces_turned(plan, turn) and seats_turned(count, turn)],
        colours=list(permutations(range(COLOUR_COUNT))),
        workers=list(product(permutations(range(colours_each(state))), repeat=count)),
    )
