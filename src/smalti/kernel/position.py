"""A position as people hold it: a value that never changes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from smalti.kernel.errors import IllegalMove
from smalti.kernel.game import CHANCE, Game, Options, Rules
from smalti.kernel.generator import spread
from smalti.kernel.reason import Why
from smalti.kernel.seeing import Point, derivation, picture, why_not
from smalti.kernel.state import Numbers, State, copy_state, state_bytes


@dataclass(frozen=True, eq=False)
class Position:
    """A game's state behind a door: everything that leads on returns a new position."""

    game: Game
    state: State
    rules: Rules
    draws: bool = False
    """Whether chance acts by itself, with the generator inside the state, until somebody is to choose."""

    @classmethod
    def new(
        cls,
        game: Game,
        seats: int,
        options: Options | None = None,
        *,
        seed: int | None = None,
        compiled: bool = False,
    ) -> Position:
        """The position before anything has happened; with a seed chance acts by itself, and the first choice is next.

        The games of a seed are those of the first place of a batch with it.
        """
        game.facts.check_seats(seats)
        rules = game.compiled_rules if compiled else game.rules
        position = cls(game, game.course.setup(seats, options or {}), rules, seed is not None)
        if seed is not None:
            position.state.rng = spread(spread(seed, 0), 0)
            position._await_choice()
        return position

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position) or self.game is not other.game:
            return False
        return state_bytes(self.state) == state_bytes(other.state)

    def __hash__(self) -> int:
        return hash(state_bytes(self.state))

    def __str__(self) -> str:
        return self.game.text.write_position(self.state)

    def __repr__(self) -> str:
        return f"<{self.game.name} {self}>"

    def _repr_svg_(self) -> str:
        return picture(self.game, self.state)

    @property
    def seats(self) -> int:
        """How many seats play."""
        return int(self.state.seats)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.rules.is_over(self.state))

    def actors(self) -> tuple[int, ...]:
        """The seats that are to choose now."""
        return self._members(self.rules.actors(self.state))

    @property
    def needs_chance(self) -> bool:
        """Whether the dice or the bag are next."""
        return not self.is_over and not self.actors()

    def legal_moves(self, seat: int | None = None) -> list[int]:
        """The moves of an actor (the only one unless named), ascending."""
        seat = self._actor(seat)
        moves = np.empty(self.game.course.action_count, np.int64)
        return [int(move) for move in moves[: self.rules.legal_moves(self.state, seat, moves)]]

    def outcomes(self) -> dict[int, Fraction]:
        """What chance may give, with probabilities; empty where the list would be too long to write down."""
        outcomes, weights = np.empty(1024, np.int64), np.empty(1024, np.int64)
        n = self.rules.outcomes(self.state, outcomes, weights)
        total = int(weights[:n].sum())
        return {int(o): Fraction(int(w), total) for o, w in zip(outcomes[:n], weights[:n], strict=True)}

    def why_not(self, move: int, seat: int | None = None) -> Why | None:
        """Why the move is not allowed, or None if it is."""
        return why_not(self.game, self.state, self._actor(seat), move)

    def play(self, move: int | str, seat: int | None = None) -> Position:
        """The position after a move, given as a number or in notation."""
        seat = self._actor(seat)
        if isinstance(move, str):
            move = self.game.text.parse_move(self.state, seat, move)
        elif reason := why_not(self.game, self.state, seat, move):
            raise IllegalMove(reason)
        return self.after(seat, move)

    def after(self, by: int, move: int) -> Position:
        """The position after a legal move of a seat or an outcome of CHANCE; does not check it again."""
        state = copy_state(self.state)
        if by == CHANCE:
            self.rules.apply_outcome(state, move)
        else:
            self.rules.apply(state, by, move)
        position = Position(self.game, state, self.rules, self.draws)
        if self.draws:
            position._await_choice()
        return position

    def _await_choice(self) -> None:
        while self.needs_chance:
            self.rules.apply_outcome(self.state, self.rules.sample(self.state))

    def sample(self, generator: int) -> int:
        """One outcome of chance, drawn with a generator of 62 bits."""
        state = copy_state(self.state)
        state.rng = generator
        return int(self.rules.sample(state))

    def view(self, seat: int) -> Position:
        """The position as that seat may see it."""
        return Position(self.game, self.game.course.view(self.state, seat), self.rules)

    def hides(self, other: int, seat: int) -> bool:
        """Whether another seat knows something of its own that this seat (or CHANCE: a spectator) may not see."""
        return other != seat and self.view(seat).view(other) != self.view(other)

    def scores(self) -> tuple[int, ...]:
        """The points of each seat if the game ended now."""
        return tuple(int(p) for p in self._points())

    def derivation(self, seat: int) -> tuple[Point, ...]:
        """The points of a seat, line by line."""
        return derivation(self.game, self.state, seat)

    def winners(self) -> tuple[int, ...]:
        """The seats that win, once the game is over."""
        return self._members(self.rules.winners(self.state, self._points())) if self.is_over else ()

    def _points(self) -> Numbers:
        points = np.zeros(self.seats, np.int64)
        self.rules.scores(self.state, points)
        return points

    def _members(self, seats: int) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.seats) if int(seats) >> seat & 1)

    def _actor(self, seat: int | None) -> int:
        if seat is not None:
            return seat
        actors = self.actors()
        if not actors:
            raise ValueError("nobody is to choose now")
        return actors[0]
