"""Ways to look at a game that its rules do not notice: a grid turned or mirrored, colours or seats exchanged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from operator import index
from typing import TYPE_CHECKING, Any, overload

from smalti.kernel.errors import IllegalMove, InvalidNotation, show
from smalti.kernel.state import State, copy_state

if TYPE_CHECKING:
    from smalti.kernel.position import Move, Position


class Symmetry:
    """One of them: a position, its moves and outcomes, looked at so, are a position, its moves and outcomes."""

    seats: tuple[int, ...]
    """[seat]: the seat that it becomes."""

    def change(self, state: State, before: State) -> None:
        """Writes into a copy of a state what it becomes."""

    def change_move(self, state: State, move: int) -> int:  # noqa: ARG002 - some need the state
        """What a legal move in a state becomes."""
        return move

    def change_outcome(self, outcome: int) -> int:
        """What an outcome of chance becomes."""
        return outcome

    def move(self, position: Position, move: Move, seat: int | None = None) -> int:
        """What a legal move in a position becomes; the seat that makes it becomes `seats[seat]`."""
        self._check(position)
        if isinstance(move, str):
            return self.change_move(position.state, position.parse_move(move, seat))
        if reason := position.why_not(move, seat):
            raise IllegalMove(reason)
        return self.change_move(position.state, index(move))

    def outcome(self, position: Position, outcome: int) -> int:
        """What an outcome that chance may give in a position becomes."""
        from smalti.kernel.door import read_outcome  # it knows games, and they know us

        self._check(position)
        return self.change_outcome(read_outcome(position, outcome))

    def _check(self, position: Position) -> None:
        """Refuses a position that cannot be looked at so."""
        from smalti.kernel.door import read_position

        if self not in read_position("a symmetry looks at", position).symmetries():
            raise InvalidNotation(f"{show(self)} is no symmetry of this position")


@dataclass(frozen=True)
class Itself(Symmetry):
    """What changes nothing."""

    seats: tuple[int, ...]


class Symmetries(Sequence[Symmetry]):
    """All of a game, made when they are asked for: every choice of each part with every choice of the others.

    The first one changes nothing.
    """

    def __init__(self, make: Callable[..., Symmetry], **parts: Sequence[Any]) -> None:
        self._make, self.parts = make, parts

    def __len__(self) -> int:
        return prod(map(len, self.parts.values()))

    def __contains__(self, one: object) -> bool:
        if not isinstance(one, type(self[0])):
            return False
        return all(getattr(one, name) in choices for name, choices in self.parts.items())

    def apply(self, one: Symmetry, state: State) -> State:
        """What a state becomes by one of these."""
        if one not in self:
            raise InvalidNotation(f"{show(one)} is no symmetry of this position")
        twin = copy_state(state)
        one.change(twin, state)
        return twin

    @overload
    def __getitem__(self, which: int) -> Symmetry: ...

    @overload
    def __getitem__(self, which: slice) -> list[Symmetry]: ...

    def __getitem__(self, which: int | slice) -> Symmetry | list[Symmetry]:
        if isinstance(which, slice):
            return [self[i] for i in range(*which.indices(len(self)))]
        rest = which + len(self) if which < 0 else which
        if not 0 <= rest < len(self):
            raise IndexError(f"there are {len(self)} symmetries, and none with the number {which}")
        chosen: dict[str, Any] = {}
        for name, choices in self.parts.items():
            rest, n = divmod(rest, len(choices))
            chosen[name] = choices[n]
        return self._make(**chosen)


def shifts(seats: int) -> list[tuple[int, ...]]:
    """[seat]: the seats moved on around the table; who follows whom stays."""
    return [tuple((seat + n) % seats for seat in range(seats)) for n in range(seats)]


def moved(spaces: int, place_of: Sequence[int]) -> int:
    """A set of spaces, each of them where it comes to."""
    return sum(1 << place for space, place in enumerate(place_of) if int(spaces) >> space & 1)


def square(side: int) -> list[tuple[int, ...]]:
    """[which, cell]: where the cells of a square come to: four quarter turns to the right, then those mirrored."""
    found = []
    for mirrored in (False, True):
        for turn in range(4):
            found.append(tuple(_turned(*divmod(cell, side), side, turn, mirrored) for cell in range(side * side)))
    return found


def _turned(row: int, col: int, side: int, turn: int, mirrored: bool) -> int:
    if mirrored:
        col = side - 1 - col
    for _ in range(turn):
        row, col = col, side - 1 - row
    return row * side + col


def only_itself(state: State) -> Symmetries:
    """No symmetry: everything is as it is."""
    return Symmetries(Itself, seats=[tuple(range(int(state.seats)))])
