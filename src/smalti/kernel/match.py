"""A game being played: the position, the log, and chance."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import index
from typing import SupportsIndex

from smalti.kernel.chance import Chance
from smalti.kernel.door import read_move, read_position, read_seat, whole
from smalti.kernel.errors import InvalidNotation, SmaltiError, show
from smalti.kernel.game import CHANCE, Entry, Game, Options
from smalti.kernel.log import Event, Log
from smalti.kernel.position import Move, Position, carried, still
from smalti.kernel.words import N_

__all__ = ["Event", "Log", "Match"]

UNDO_NOTHING = N_("nothing can be taken back: something new has been revealed since your last move")


@dataclass
class Match:
    """The owner of change: plays moves, lets chance act, takes back what nobody has seen."""

    position: Position
    chance: Chance | None = None
    """Where outcomes come from; None when they are typed in."""
    log: Log = field(default_factory=Log)

    def __post_init__(self) -> None:
        self.position = still(read_position("a match begins at", self.position))  # else what came is not in the log
        check_chance(self.chance)
        if not isinstance(self.log, Log):
            raise InvalidNotation(f"a match has a log, not {show(self.log)}")

    @classmethod
    def new(
        cls,
        game: Game | str,
        seats: int,
        options: Options | None = None,
        chance: Chance | None = None,
        *,
        compiled: bool | None = False,
    ) -> Match:
        """A match at its first decision; compiled, interpreted, or (None) compiled as soon as it can be."""
        match = cls(Position.new(game, seats, options, compiled=compiled), chance)
        match.advance()
        return match

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.position.game

    def advance(self) -> None:
        """Lets chance act and writes down what follows by itself, until somebody has to choose."""
        while not self.position.is_over:
            if self.position.needs_chance:
                if self.chance is None:
                    return
                outcome = self.position.sample(self.chance.generator(self.outcomes_so_far))
                self._enter(CHANCE, outcome, carried(self.position, CHANCE, outcome))
            elif forced := self.position.automatic():
                self._enter(*forced, carried(self.position, *forced))
            else:
                return

    @property
    def outcomes_so_far(self) -> int:
        """How many entries of the log came from chance."""
        return self.log.outcomes

    def play(self, seat: SupportsIndex, move: Move) -> None:
        """A move of a seat, by number or in notation, refused with the reason if illegal; then what follows."""
        self.record(seat, move)
        self.advance()

    def enter(self, entry: Entry) -> None:
        """One entry of a log as it stands, move or outcome; nothing follows by itself."""
        if not isinstance(entry, dict):
            raise InvalidNotation(f"an entry of a log is an object, not {show(entry)}")
        by, move = self.game.text.read_entry(self.position.state, entry)
        self._enter(by, move, carried(self.position, by, move))

    def record(self, by: SupportsIndex, move: Move) -> None:
        """Writes a move or outcome down and carries it out; nothing follows by itself."""
        if whole(by) == CHANCE:
            after = self.position.after(CHANCE, move)
            self._enter(CHANCE, index(move), after)  # type: ignore[arg-type]  # an outcome is a number, or was refused
            return
        seat = read_seat(self.game, self.position.seats, by)
        number = self.position.parse_move(move, seat) if isinstance(move, str) else read_move(self.game, move)
        self._enter(seat, number, self.position.play(number, seat))

    def _enter(self, by: int, move: int, after: Position) -> None:
        """Writes down what led to a position."""
        self.log.append(Event(by, move, self.position))
        self.position = after

    def can_undo(self, seat: int) -> bool:
        """Whether the seat may take its last move back: nothing new was revealed to anybody since."""
        return self._undo_index(seat) is not None

    def undo(self, seat: int) -> None:
        """Takes the seat's last move back; what others chose at the same time stays."""
        place = self._undo_index(seat)
        if place is None:
            raise SmaltiError(UNDO_NOTHING)
        later = [event for event in self.log[place + 1 :] if not self._is_automatic(event)]
        self.position = self.log[place].before
        self.log.cut(place)
        for event in later:
            self._enter(event.by, event.move, carried(self.position, event.by, event.move))

    def _undo_index(self, seat: int) -> int | None:
        """Where the seat's last own decision stands in the log, if undo may reach it."""
        seat = read_seat(self.game, self.position.seats, seat)
        others: list[int] = []
        for place in range(len(self.log) - 1, -1, -1):
            event = self.log[place]
            if event.by == CHANCE or self.game.course.reveals(event.before.state, event.by, event.move):
                return None
            if self._is_automatic(event):
                continue
            if event.by == seat:
                together = event.before.actors()
                return place if all(other in together for other in others) else None
            others.append(event.by)
        return None

    def hidden_from(self, seat: int) -> set[int]:
        """The places in the log of what this seat (or CHANCE: a spectator) may not see yet.

        An event is hidden while whoever did it knows more by it than the seat is shown.
        """
        hidden: set[int] = set()
        kept = {other for other in range(self.position.seats) if self.position.hides(other, seat)}
        for place in range(len(self.log) - 1, -1, -1):
            if not kept:
                break
            event = self.log[place]
            if event.by in kept and not event.before.hides(event.by, seat):
                hidden.add(place)
                kept.discard(event.by)
        return hidden

    def _is_automatic(self, event: Event) -> bool:
        return event.before.automatic() == (event.by, event.move)


def check_chance(chance: object) -> None:
    """Refuses what outcomes cannot come from."""
    if chance is not None and not isinstance(chance, Chance):
        raise InvalidNotation(f"outcomes come from a `Chance`, or None gives them, not {show(chance)}")
