"""A position as people hold it: a value that never changes."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, SupportsIndex, cast

import numpy as np

from smalti.kernel import door
from smalti.kernel.door import read_move, read_outcome, read_seat, read_seed, read_viewer, read_whole, whole
from smalti.kernel.errors import IllegalMove, InvalidNotation, WrongSeat
from smalti.kernel.game import CHANCE, Entry, Game, Options
from smalti.kernel.generator import MASK_62
from smalti.kernel.outcome import Outcome
from smalti.kernel.picture import Place
from smalti.kernel.reason import Why
from smalti.kernel.referee import (
    ACTORS,
    COUNT_AT,
    DRAWS,
    GENERATOR,
    OVER,
    REFUSED,
    TRUSTED,
    UNKNOWN,
    Bytes,
    Referee,
    choose_referee,
    kept,
    members,
    plant,
    raw_bytes,
    referee,
)
from smalti.kernel.seeing import Point, derivation, picture, why_not
from smalti.kernel.state import Numbers, State
from smalti.kernel.symmetry import Symmetries, Symmetry
from smalti.kernel.words import N_

Move = SupportsIndex | str
"""A number of the game's action space, or how the move is written."""


class Position:
    """A game's state behind a door: everything that leads on returns a new position.

    Positions are equal when the same game stands the same way. The generator is no part of that, nor is whether
    chance acts by itself.
    """

    __slots__ = ("__weakref__", "_draws", "_moves", "_raw", "_referee", "_told")

    _referee: Referee
    _raw: Bytes
    _draws: int
    _told: int
    """What is next (`referee.tell`); negative until somebody asks."""
    _moves: Numbers
    """The moves of the first actor, once listed."""

    def __init__(self, game: Game | str, state: State, *, draws: bool = False, compiled: bool | None = None) -> None:
        """A state of a game as a value of its own; refused if rules cannot go on from it."""
        self._referee = choose_referee(door.read_game(game), compiled)
        self._raw = self._referee.read(state)
        self._draws, self._told, self._moves = DRAWS if draws else 0, -1, UNKNOWN

    @classmethod
    def new(
        cls,
        game: Game | str,
        seats: int,
        options: Options | None = None,
        *,
        seed: int | None = None,
        episode: int = 0,
        compiled: bool | None = None,
    ) -> Position:
        """The position before anything has happened; with a seed chance acts by itself, and the first choice is next.

        The games of a seed are those of the first place of a batch with it, `episode` by episode. Moves are compiled
        once `prepare` has compiled them; with `compiled` this waits for it, and with False they stay interpreted.
        """
        game = door.read_game(game)
        game.facts.check_seats(seats)
        judge = choose_referee(game, compiled)
        raw = raw_bytes(game.course.setup(seats, game.facts.read_options(options)))
        if seed is not None:
            plant(raw, read_seed(seed), read_whole("an episode", episode, door.LARGEST))
            judge.tools.begin(raw)
        return reach(judge, raw, DRAWS if seed is not None else 0, -1, UNKNOWN)

    @classmethod
    def of(cls, game: Game | str, state: State, *, draws: bool = False, compiled: bool | None = None) -> Position:
        """The same as `Position(...)`."""
        return cls(game, state, draws=draws, compiled=compiled)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position) or self.game.name != other.game.name:
            return False
        return self._raw[GENERATOR:].tobytes() == other._raw[GENERATOR:].tobytes()

    def __hash__(self) -> int:
        return hash(self._raw[GENERATOR:].tobytes())

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Position:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        judge = self._referee
        compiled = False if judge is not referee(self.game) else judge.is_compiled or None
        return restore, (self.game, self.game.facts.version, self._raw.tobytes(), bool(self._draws), compiled)

    def __str__(self) -> str:
        return self.game.text.write_position(self.state)

    def __repr__(self) -> str:
        return f"<{self.game.name} {self}>"

    def _repr_svg_(self) -> str:
        return self.svg()

    def svg(
        self,
        seat: SupportsIndex = CHANCE,
        *,
        marks: Iterable[Place] = (),
        arrows: Iterable[tuple[Place, Place]] = (),
        caption: str = "",
        language: str = "en",
    ) -> str:
        """Its picture as a seat or a spectator sees it; marks and arrows name places as the picture speaks of them."""
        viewer = read_viewer(self.game, self.seats, seat)
        language = door.read_text("a language", language)
        return picture(self.game, self.state, viewer, language, pointed=door.read_pointed(marks, arrows, caption))

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._referee.game

    @property
    def is_compiled(self) -> bool:
        """Whether machine code carries it on."""
        return self._referee.is_compiled

    @property
    def draws(self) -> bool:
        """Whether chance acts by itself, with the generator inside the state, until somebody is to choose."""
        return bool(self._draws)

    @property
    def state(self) -> State:
        """The position as a record that can be read, not written."""
        records = np.frombuffer(self._raw, self.game.course.state_type)  # `view` first searches the type for objects
        records.setflags(write=False)
        return cast(State, records[0])

    @property
    def seats(self) -> int:
        """How many seats play."""
        return int(self.state.seats)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool((self._told if self._told >= 0 else self._look()) & OVER)

    def actors(self) -> tuple[int, ...]:
        """The seats that are to choose now."""
        return members((self._told if self._told >= 0 else self._look()) & ACTORS)

    @property
    def needs_chance(self) -> bool:
        """Whether the dice or the bag are next."""
        return not (self._told if self._told >= 0 else self._look()) & (ACTORS | OVER)

    def legal_moves(self, seat: SupportsIndex | None = None) -> list[int]:
        """The moves of an actor (the first unless named), ascending."""
        moves = self._moves
        listed: list[int] = (moves if seat is None and len(moves) else self._listed(seat)).tolist()
        return listed

    def legal_array(self, seat: SupportsIndex | None = None) -> Numbers:
        """The same as an array that can be read, not written."""
        moves = self._moves
        return moves if seat is None and len(moves) else self._listed(seat)

    def forget_moves(self) -> None:
        """It was left behind: its moves are listed again if somebody asks for them."""
        self._moves = UNKNOWN

    def _listed(self, seat: SupportsIndex | None) -> Numbers:
        """The moves of an actor, kept if it is the first."""
        first = self._first()
        actor = first if seat is None and first >= 0 else self._actor(seat)
        if actor == first and len(self._moves):
            return self._moves
        room = self._room()
        moves = kept(room, self._referee.tools.list_moves(self._raw, actor, room))
        if actor == first:
            self._moves = moves
        return moves

    def outcomes(self) -> dict[int, Fraction]:
        """What chance may give, with probabilities; empty where the list would be too long to write down."""
        listed = self._referee.weigh(self._raw) if self.needs_chance else []
        total = sum(weight for _, weight in listed)
        return {outcome: Fraction(weight, total) for outcome, weight in listed}

    def why_not(self, move: Move, seat: SupportsIndex | None = None) -> Why | None:
        """Why the move is not allowed, or None if it is."""
        actor = self._actor(None) if seat is None else read_seat(self.game, self.seats, seat)
        return why_not(self.game, self.state, actor, move if isinstance(move, str) else read_move(self.game, move))

    def parse_move(self, text: str, seat: SupportsIndex | None = None) -> int:
        """The legal move of an actor that is written so."""
        return self.game.text.parse_move(self.state, self._actor(seat), door.read_text("a written move", text))

    def write_move(self, move: Move, seat: SupportsIndex | None = None) -> str:
        """How a legal move of an actor is written; one that is written already, as we would."""
        by = self._actor(seat)
        number = self.parse_move(move, by) if isinstance(move, str) else read_move(self.game, move)
        self._refuse(by, number)
        return self.game.text.write_move(self.state, by, number)

    def play(self, move: Move, seat: SupportsIndex | None = None) -> Position:
        """The position after a move, given as a number or in notation; refused with the reason if it is not legal."""
        if seat is None and len(self._moves):
            by, known = (self._told & -self._told).bit_length() - 1, self._moves
        else:
            by, known = self._chooser(seat)
        if isinstance(move, str):
            return self._carry(by, self.game.text.parse_move(self.state, by, move), TRUSTED, known)
        if type(move) is not int or not 0 <= move < self._referee.most:
            move = read_move(self.game, move)
        if not self._referee.tools.lists and not len(known):
            self._refuse(by, move)  # interpreted, a reason is found sooner than all moves
            return self._carry(by, move, TRUSTED, known)
        return self._carry(by, move, 0, known)

    def _chooser(self, seat: SupportsIndex | None) -> tuple[int, Numbers]:
        """Who would move, and its moves as far as they are known."""
        by = self._actor(None) if seat is None else read_seat(self.game, self.seats, seat)
        return by, self._moves if by == self._first() else UNKNOWN

    def after(self, by: SupportsIndex, move: Move) -> Position:
        """The position after a move of a seat or an outcome of CHANCE."""
        if whole(by) != CHANCE:
            return self.play(move, read_seat(self.game, self.seats, by))
        if not self.needs_chance:
            raise WrongSeat(N_("chance is not next here"))
        return self._carry(CHANCE, read_outcome(self, move), TRUSTED, UNKNOWN)

    def _carry(self, by: int, move: int, how: int, known: Numbers) -> Position:
        """One call does it all."""
        judge, room = self._referee, self._room()
        tools, raw = judge.tools, self._raw.copy()
        told = tools.step(raw, by, move, how | self._draws | tools.lists, known, room)
        if told & REFUSED:
            self._refuse(by, move)
            raise AssertionError(f"no reason why seat {by} may not make the move {move}")
        return reach(judge, raw, self._draws, told, room)

    def sample(self, generator: SupportsIndex) -> int:
        """One outcome of chance, drawn with a generator of 62 bits."""
        if not self.needs_chance:
            raise WrongSeat(N_("chance is not next here"))
        return int(self._referee.tools.draw(self._raw.copy(), read_whole("a generator", generator, MASK_62)))

    def reseeded(self, seed: SupportsIndex) -> Position:
        """The same position, where chance acts by itself from here on, by another seed.

        Whoever searches ahead with the position itself sees the rolls and draws that will come.
        """
        raw = self._raw.copy()
        plant(raw, read_seed(seed))
        self._referee.tools.begin(raw)
        return reach(self._referee, raw, DRAWS, -1, UNKNOWN)

    def view(self, seat: SupportsIndex) -> Position:
        """The position as that seat (or CHANCE: a spectator) may see it; what chance will give is not in it."""
        raw = self._raw.copy()
        self._referee.tools.cover(raw, read_viewer(self.game, self.seats, seat))
        return reach(self._referee, raw, 0, -1, UNKNOWN)

    def symmetries(self) -> Symmetries:
        """The ways to look at it that the rules of its game do not notice; the first one changes nothing."""
        return self.game.symmetries(self.state)

    def transformed(self, symmetry: Symmetry) -> Position:
        """The position, looked at so; what its moves and outcomes become the symmetry tells."""
        twin = self.symmetries().apply(symmetry, self.state)
        return reach(self._referee, raw_bytes(twin), self._draws, -1, UNKNOWN)

    def hides(self, other: int, seat: int) -> bool:
        """Whether another seat knows something of its own that this seat (or CHANCE: a spectator) may not see."""
        other, seat = (read_viewer(self.game, self.seats, one) for one in (other, seat))
        hides = self._referee.tools.hides
        return other != seat and bool(hides(self._raw, other, seat, self._raw.copy(), self._raw.copy()))

    def automatic(self) -> tuple[int, int] | None:
        """A (seat, move) that is written down without asking the player, if there is one now."""
        room = self._room()
        seat = int(self._referee.tools.follow(self._raw, room))
        return None if seat < 0 else (seat, int(room[0]))

    def scores(self) -> tuple[int, ...]:
        """The points of each seat if the game ended now."""
        return self._tally()[0]

    def ending(self) -> Entry:
        """What a record says of the end besides scores and winners: the rank of a game alone."""
        return self._ending(self.scores())

    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if not self.is_over:
            return None
        scores, winners = self._tally()
        return Outcome(scores, winners, **self._ending(scores))

    def derivation(self, seat: SupportsIndex) -> tuple[Point, ...]:
        """The points of a seat, line by line."""
        return derivation(self.game, self.state, read_seat(self.game, self.seats, seat))

    def winners(self) -> tuple[int, ...]:
        """The seats that win, once the game is over."""
        return self._tally()[1]

    def _tally(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return self._referee.tally(self._raw, self.seats)

    def _ending(self, scores: tuple[int, ...]) -> Entry:
        rank = int(self.game.course.rank(self.state, np.array(scores, np.int64)))
        return {} if rank < 0 else {"rank": self.game.facts.ranks[rank]}

    def _look(self) -> int:
        """Finds out what is next."""
        room, tools = self._room(), self._referee.tools
        told = int(tools.look(self._raw, tools.lists, room))
        if told >> COUNT_AT:
            self._moves = kept(room, told >> COUNT_AT)
        self._told = told
        return told

    def _room(self) -> Numbers:
        try:
            return self._referee.rooms.moves  # type: ignore[no-any-return]  # of this thread
        except AttributeError:
            return self._referee.room()

    def _first(self) -> int:
        """The first who is to choose, or -1."""
        told = (self._told if self._told >= 0 else self._look()) & ACTORS
        return (told & -told).bit_length() - 1

    def _actor(self, seat: SupportsIndex | None) -> int:
        """One who is to choose: the first, unless named."""
        actors = self.actors()
        if seat is None and actors:
            return actors[0]
        if seat is None:
            raise WrongSeat(N_("the game is over") if self.is_over else N_("nobody is to choose now: chance is next"))
        found = read_seat(self.game, self.seats, seat)
        if found not in actors:
            raise WrongSeat(N_("seat {seat} is not to choose now"), seat=found)
        return found

    def _refuse(self, by: int, move: int) -> None:
        """Says why a move is not legal, if it is not."""
        if reason := why_not(self.game, self.state, by, move):
            raise IllegalMove(reason)


def carried(position: Position, by: int, move: int) -> Position:
    """The position after a move or outcome that is known to be legal: it is not checked again."""
    return position._carry(by, move, TRUSTED, UNKNOWN)


def still(position: Position) -> Position:
    """The same position, where chance waits until it is asked."""
    return reach(position._referee, position._raw, 0, -1, UNKNOWN) if position.draws else position


def reach(judge: Referee, raw: Bytes, draws: int, told: int, room: Numbers) -> Position:
    """A position that was reached, with the moves that were listed."""
    position = object.__new__(Position)
    position._moves = kept(room, told >> COUNT_AT) if told > ACTORS | OVER else UNKNOWN
    position._referee, position._raw, position._draws, position._told = judge, raw, draws, told
    return position


def restore(game: Game, version: str, raw: bytes, draws: bool, compiled: bool | None) -> Position:
    """The position that was pickled."""
    if version != game.facts.version or len(raw) != game.course.state_type.itemsize:
        raise InvalidNotation(f"the position was kept by other rules of {game.title} than this program knows")
    own = np.frombuffer(bytearray(raw), np.uint8)
    return reach(choose_referee(game, compiled), own, DRAWS if draws else 0, -1, UNKNOWN)
