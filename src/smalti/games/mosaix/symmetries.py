"""The symmetries of Mosaix: grids turned or mirrored, symbols exchanged, seats moved on.

A die shows each symbol equally often and an area counts alike in all of them; a formation may be turned as one likes,
and mirrored it is another formation of the same dice. All grids are turned and mirrored together.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import permutations

from smalti.games.mosaix.components import FORMATIONS, ROLLS, SIDE, SYMBOL_COUNT
from smalti.games.mosaix.formation import Die, find_formation, formation_dice, inside, placed_dice, results
from smalti.games.mosaix.moves import is_enter, is_form
from smalti.games.mosaix.rules import FIRST_ROLL
from smalti.games.mosaix.state import NONE, START
from smalti.kernel.state import State
from smalti.kernel.symmetry import Symmetries, Symmetry, moved, shifts, square

GRIDS = square(SIDE)
MIRRORED = 4
"""From this one on they are mirrored."""
Symbols = tuple[int, ...]


@cache
def formation_as(formation: int, mirrored: bool, symbols: Symbols) -> int:
    """The formation that one becomes."""
    dice = tuple((r, -c if mirrored else c, symbols[s]) for r, c, s in formation_dice(formation))
    found = find_formation(dice)
    assert found is not None, f"the formation {FORMATIONS[formation]} has no mirror image"
    return found


@cache
def roll_as(roll: int, symbols: Symbols) -> int:
    """The roll that one becomes."""
    shown = [0] * SYMBOL_COUNT
    for symbol, dice in enumerate(ROLLS[roll]):
        shown[symbols[symbol]] = dice
    return ROLLS.index((shown[0], shown[1], shown[2]))


@cache
def entered_as(formation: int, move: int, grid: int, symbols: Symbols) -> int:
    """The entering move that one becomes: the first that marks the same cells."""
    marked: list[Die] = []
    for row, col, symbol in inside(placed_dice(formation, move)):
        marked.append((*divmod(GRIDS[grid][row * SIDE + col], SIDE), symbols[symbol]))
    return results(formation_as(formation, grid >= MIRRORED, symbols))[tuple(sorted(marked))]


@dataclass(frozen=True)
class GridsTurned(Symmetry):
    """All grids turned to the right (0 to 3) or mirrored and then turned (4 to 7), symbols and seats exchanged."""

    grid: int
    symbols: Symbols
    seats: tuple[int, ...]

    def change(self, state: State, before: State) -> None:
        """Grids, dice and whose they are."""
        for seat, to in enumerate(self.seats):
            for symbol in range(SYMBOL_COUNT):
                state.marks[to, self.symbols[symbol]] = moved(before.marks[seat, symbol], GRIDS[self.grid])
            state.printed[to] = GRIDS[self.grid][int(before.printed[seat])]
            state.chosen[to] = self.change_move(before, int(before.chosen[seat]))
        if int(before.phase) != START:
            state.roller = self.seats[int(before.roller)]
        if int(before.roll) != NONE:
            state.roll = roll_as(int(before.roll), self.symbols)
        if int(before.formation) != NONE:
            state.formation = self.change_move(before, int(before.formation))

    def change_move(self, state: State, move: int) -> int:
        """A formation, or the way to enter it."""
        if is_form(move):
            return formation_as(move, self.grid >= MIRRORED, self.symbols)
        return entered_as(int(state.formation), move, self.grid, self.symbols) if is_enter(move) else move

    def change_outcome(self, outcome: int) -> int:
        """A start player or a roll."""
        if outcome < FIRST_ROLL:
            return self.seats[outcome]
        return FIRST_ROLL + roll_as(outcome - FIRST_ROLL, self.symbols)


def symmetries(state: State) -> Symmetries:
    """48 for each seat."""
    orders = list(permutations(range(SYMBOL_COUNT)))
    return Symmetries(GridsTurned, grid=range(len(GRIDS)), symbols=orders, seats=shifts(int(state.seats)))
