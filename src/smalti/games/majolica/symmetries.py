"""The symmetries of Majolica: the grid of large tiles turned or mirrored, colours exchanged, seats moved on.

What may be taken depends on the border of the grid and on its lines alone, so all eight ways to lay a square are alike.
Colours may be exchanged as far as the cards of the edition allow: every card is in its pile in the new colours as well,
with the same points. In the edition that is played here red, green, blue and yellow may be moved on in this order; with
the kaleidoscopic cards only by two.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import permutations

import numpy as np

from smalti.games.majolica.chance import FIRST_DEAL, FIRST_DRAW, FIRST_GRID, FIRST_REVEAL, FIRST_SHOW
from smalti.games.majolica.components import (
    CARD_BONUS,
    CARD_POINTS,
    CARD_SPACES,
    CELLS,
    COLOURS,
    DESIGN_CARDS,
    KALEIDOSCOPE,
    KALEIDOSCOPE_CARDS,
    KINDS,
    REVEALS,
    RUN_CELLS,
    SIDE,
    START_CARDS,
)
from smalti.games.majolica.editions import MOST_CARDS, SLOTS
from smalti.games.majolica.moves import decode, encode, encode_install
from smalti.games.majolica.phases import DEAL
from smalti.games.majolica.state import NONE, has, is_solo
from smalti.kernel.state import State
from smalti.kernel.symmetry import Symmetries, Symmetry, moved, shifts, square

GRIDS = square(SIDE)
Order = tuple[int, ...]
"""[what]: what it becomes."""
BY_COLOUR = ("solo-card-take", "solo-order-take", "store", "deliver", "before", "fragment", "keep", "after")
"""Moves that name a colour; the number after the last colour is for none of them."""


@cache
def cards_as(edition: int, colours: Order, kaleidoscope: bool) -> Order | None:
    """[card]: the card that is the same in the new colours; None if some card in play has none."""
    found = list(range(MOST_CARDS))
    piles = [START_CARDS, DESIGN_CARDS, *([KALEIDOSCOPE_CARDS] if kaleidoscope else [])]
    for pile in piles:
        cards = [card for card in range(MOST_CARDS) if int(pile[edition, 0]) >> card & 1]
        looks = {look(edition, card, tuple(range(COLOURS))): card for card in cards}
        for card in cards:
            twin = looks.get(look(edition, card, colours))
            if twin is None or len(looks) < len(cards):
                return None
            found[card] = twin
    return tuple(found)


def look(edition: int, card: int, colours: Order) -> tuple[int, ...]:
    """What a card shows in other colours: points, bonus, spaces."""
    spaces = [0] * KINDS
    for colour in range(COLOURS):
        spaces[colours[colour]] = int(CARD_SPACES[edition, card, colour])
    spaces[COLOURS] = int(CARD_SPACES[edition, card, COLOURS])
    return int(CARD_POINTS[edition, card]), int(CARD_BONUS[edition, card]), *spaces


@dataclass(frozen=True)
class TilesTurned(Symmetry):
    """The grid turned to the right (0 to 3) or mirrored and then turned (4 to 7), colours and seats exchanged."""

    edition: int
    kaleidoscope: bool
    grid: int
    colours: Order
    seats: Order

    @cached_property
    def cards(self) -> Order:
        """[card]: what it becomes."""
        return cards_as(self.edition, self.colours, self.kaleidoscope) or ()

    def card_as(self, card: int) -> int:
        """The card that one becomes; what is none stays so."""
        return self.cards[card] if card >= 0 else card

    def tiles_as(self, grid: int) -> int:
        """The colours of the large tiles, two bits each, where they come to."""
        found = 0
        for cell, to in enumerate(GRIDS[self.grid]):
            found |= self.colours[grid >> 2 * cell & 3] << 2 * to
        return found

    def change(self, state: State, before: State) -> None:
        """What lies in the middle, what everybody has, and whose turn it is."""
        self.change_middle(state, before)
        for seat, to in enumerate(self.seats):
            for name in ("ones", "bloom", "purples", "together", "mission"):
                state[name][to] = before[name][seat]
            state.finished[to] = moved(before.finished[seat], self.cards)
            state.stored[to] = moved(before.stored[seat], self.colours)
            state.dealt[to] = self.card_as(int(before.dealt[seat]))
            state.slots[to] = [self.card_as(int(card)) for card in before.slots[seat]]
            state.tiles[to][:, [*self.colours, COLOURS]] = before.tiles[seat]
            state.covered[to][:, list(self.colours)] = before.covered[seat]
        for name in ("start", "first", "leader"):
            if int(before.start) != NONE and int(before[name]) != NONE:
                state[name] = self.seats[int(before[name])]
        if (
            int(before.phase) >= DEAL or int(before.dealt[0]) != NONE
        ):  # before the first card is dealt it is nobody's turn
            state.seat = self.seats[int(before.seat)]

    def change_middle(self, state: State, before: State) -> None:
        """Cards and large tiles, and what is in hand."""
        state.deck, state.display = moved(before.deck, self.cards), moved(before.display, self.cards)
        state.bottom[:] = [self.card_as(int(card)) for card in before.bottom]
        state.face_up = moved(before.face_up, GRIDS[self.grid])
        lying = sum(3 << 2 * cell for cell in range(CELLS) if int(state.face_up) >> cell & 1)
        state.grid = self.tiles_as(int(before.grid)) & lying
        for name in ("face_down", "revealed", "hand"):
            state[name][list(self.colours)] = before[name]
        if 0 <= int(before.bonus_tile) < COLOURS:
            state.bonus_tile = self.colours[int(before.bonus_tile)]

    def change_move(self, state: State, move: int) -> int:  # noqa: ARG002 - a move says all
        """Cells, cards and colours that a move names."""
        kind, number = decode(move)
        if kind == "run-take":
            cells = moved(int(RUN_CELLS[number]), GRIDS[self.grid])
            return encode(kind, int(np.flatnonzero(cells == RUN_CELLS)[0]))
        if kind in ("card-take", "order-take"):
            return encode(kind, GRIDS[self.grid][number])
        if kind == "install":
            return encode_install(self.cards[number // SLOTS], number % SLOTS)
        if kind == "discard":
            return encode(kind, number - number % KINDS + self.colour_as(number % KINDS))
        return encode(kind, self.colour_as(number)) if kind in BY_COLOUR else move

    def colour_as(self, kind: int) -> int:
        """The kind of tile that one becomes; purple, or none, stays."""
        return self.colours[kind] if kind < COLOURS else kind

    def change_outcome(self, outcome: int) -> int:
        """Whatever chance may give, by its kind."""
        if outcome < FIRST_DEAL:
            return self.seats[outcome]
        if outcome < FIRST_DRAW:
            seat, card = divmod(outcome - FIRST_DEAL, MOST_CARDS)
            return FIRST_DEAL + self.seats[seat] * MOST_CARDS + self.cards[card]
        if outcome < FIRST_SHOW:
            return FIRST_DRAW + self.cards[outcome - FIRST_DRAW]
        if outcome >= FIRST_GRID:
            return FIRST_GRID + self.tiles_as(outcome - FIRST_GRID)
        return self.reveal_as(outcome) if outcome >= FIRST_REVEAL else outcome

    def reveal_as(self, outcome: int) -> int:
        """Tiles that are turned up alone."""
        shown = np.zeros(COLOURS, np.int64)
        shown[list(self.colours)] = REVEALS[outcome - FIRST_REVEAL]
        return FIRST_REVEAL + int(np.flatnonzero((shown == REVEALS).all(axis=1))[0])


def symmetries(state: State) -> Symmetries:
    """Every way to lay the grid, every order of the colours that the cards in play allow, every shift of the seats."""
    edition, kaleidoscope = int(state.edition), has(state, KALEIDOSCOPE)
    orders = [order for order in permutations(range(COLOURS)) if cards_as(edition, order, kaleidoscope)]
    return Symmetries(
        TilesTurned,
        edition=[edition],
        kaleidoscope=[kaleidoscope],
        grid=[0] if is_solo(state) else range(len(GRIDS)),
        colours=orders,
        seats=shifts(int(state.seats)),
    )
