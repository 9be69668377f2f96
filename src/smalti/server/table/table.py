"""The owner of people at a match: who sits where, and what they may do. It knows no database and no clock.

A command gives the `Change` that is to be stored, or raises why not; nothing holds before it is stored and taken over.
What others have stored is followed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache

from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.match import Match
from smalti.kernel.position import Position
from smalti.kernel.reason import Verbatim
from smalti.kernel.record import write_line
from smalti.server.table.chairs import Chair, all_bots
from smalti.server.table.challenges import CLOSED, is_closed
from smalti.server.table.changes import (
    ChanceFixed,
    Change,
    GameEnded,
    Rematch,
    Row,
    SeatHandedOver,
    SeatTaken,
    Turns,
)
from smalti.server.table.events import apply_event, begin_events, chance_of, record_of, write_event
from smalti.server.table.paces import Pace, read_pace
from smalti.server.table.refusals import (
    ENDED,
    LOST,
    NO_ADDITION,
    NO_UNDO,
    NOT_BEGUN,
    NOT_YOURS,
    OTHER_RULES,
    STALE,
    TAKEN,
    UNDO_TOO_LATE,
    UNFIT,
    Frozen,
    NotYours,
    Stale,
    frozen_by_rules,
    refuse_endless,
)
from smalti.server.table.turns import seated

REMEMBERED = 32
"""How many events back a move may have been thought out and still be checked for being late."""
LONGEST_ADDITION = 64
MOST_LOTS = 64
"""So often the lot is drawn for whoever is to begin; with four seats all of them miss once in 10^8 games."""


@dataclass
class Table:
    """A match with people around it."""

    row: Row
    """What was settled when it was set up: id, game, version of the rules, options, aids, where its chance is from."""
    match: Match
    chairs: list[Chair]
    number: int = 0
    """How many events the log has; the next one gets this number."""
    begun: bool = False
    """Whether the first card, roll or draw has been made."""
    frozen: Frozen | None = None
    """Why it cannot be played on by this program."""
    added: dict[int, str] = field(default_factory=dict)
    """What the people at these seats have added to chance, before the game begins."""
    stand_ins: set[int] = field(default_factory=set)
    """The places in the log of moves that were made at random because a bot failed."""
    lent: dict[int, int] = field(default_factory=dict)
    """How long the log of the match was when these seats were last handed to a bot, as far as it is known."""
    course: int = 0
    """How often something was taken back: while it stays, the log only grows."""
    starter: int | None = None
    """Who is to begin, if that is not left to the lot alone: at a rematch."""
    rematch: Rematch | None = None
    """Where its people play again, once one of them has asked for it."""
    declined: frozenset[int] = frozenset()
    """The seats whose people do not play again: noted at the old table and at the new one, whose seats are the same."""
    recent: dict[int, tuple[int | None, int]] = field(default_factory=dict)
    """The last events by their number: whose choice each was, and by how many entries the log grew."""
    turns: Turns = field(default_factory=dict)
    """Who is to choose since when, where two people play or somebody has a clock."""
    days_off: dict[str, frozenset[str]] = field(default_factory=dict)
    """The days off of its people, where a turn has days."""

    @classmethod
    def new(cls, game: Game, row: Row, chairs: list[Chair]) -> Table:
        """A table at which nothing has happened yet."""
        match = Match(Position.new(game, len(chairs), row["options"]), chance_of(row))
        return cls(row, match, chairs, frozen=frozen_by_rules(game, row))

    @property
    def id(self) -> str:
        """The id in its address."""
        return str(self.row["id"])

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.match.game

    @property
    def position(self) -> Position:
        """How the match stands."""
        return self.match.position

    @property
    def names(self) -> tuple[str, ...]:
        """How the people at the table are called."""
        return tuple(chair.name for chair in self.chairs)

    @property
    def full(self) -> bool:
        """Whether all invitations were taken."""
        return not any(chair.invited for chair in self.chairs)

    @property
    def started(self) -> bool:
        """Whether everybody is there and the game has begun."""
        return self.full and self.begun

    @property
    def playable(self) -> bool:
        """Whether moves can be made."""
        return self.started and self.frozen is None

    @property
    def aids(self) -> dict[str, bool]:
        """What help this table allows: hints, undo."""
        return dict(self.row["aids"])

    @property
    def rated(self) -> bool:
        """Whether its result counts for the ratings of who plays."""
        return bool(self.row.get("rated"))

    @property
    def pace(self) -> Pace | None:
        """How much time each turn has, if that is limited."""
        return read_pace(self.row)

    def off(self, person_id: str | None) -> frozenset[str]:
        """The days on which somebody's clock stands still."""
        return self.days_off.get(person_id or "", frozenset())

    @property
    def ended(self) -> bool:
        """Whether the others have ended it before its end, because somebody did not come back."""
        return self.frozen is not None and self.frozen.words == ENDED

    def seats_of(self, person_id: str | None) -> tuple[int, ...]:
        """The seats that somebody plays from their own screen."""
        return tuple(c.seat for c in self.chairs if person_id and c.person_id == person_id)

    @property
    def bots_alone(self) -> bool:
        """Whether bots play every seat now."""
        return all_bots(self.chairs)

    def is_last_person(self, seat: int) -> bool:
        """Whether nobody plays any more once a bot does on this seat."""
        return [chair.seat for chair in self.chairs if chair.person_id and not chair.bot] == [seat]

    @property
    def in_tournament(self) -> bool:
        """Whether its result counts for a tournament."""
        return bool(self.row.get("tournament"))

    @property
    def awaits_eyes(self) -> bool:
        """Whether it goes on only while somebody looks: bots are among themselves, and nobody waits for the result."""
        return self.would_await_eyes(self.chairs)

    def would_await_eyes(self, chairs: list[Chair]) -> bool:
        """The same where these sit. A pace changes nothing: bots have no clock, and whoever comes back looks."""
        return all_bots(chairs) and not self.in_tournament

    def bots_to_move(self) -> list[Chair]:
        """The chairs whose bot is to choose now."""
        if not self.playable:
            return []
        return [self.chairs[seat] for seat in self.position.actors() if self.chairs[seat].bot]

    def may_add(self, person_id: str | None) -> bool:
        """Whether somebody can still add to chance: before the game begins, once."""
        mine = self.seats_of(person_id)
        return bool(mine) and not self.begun and self.frozen is None and not self.added.keys() & set(mine)

    @property
    def awaits_nobody(self) -> bool:
        """Whether the game can begin: everybody is there, and every person has added to chance."""
        return self.full and not any(self.may_add(chair.person_id) for chair in self.chairs)

    def is_current(self, number: int, seat: int) -> bool:
        """Whether all that happened since is hidden from this seat or no matter of the game."""
        if not self.number - REMEMBERED <= number <= self.number:
            return False
        since = [self.recent.get(one, (seat, 0)) for one in range(number, self.number)]
        if any(who == seat for who, _ in since):
            return False
        made = sum(grown for _, grown in since)
        return made == 0 or 0 < made <= len(self.match.hidden_from(seat))

    def undo_seat(self, seats: Iterable[int]) -> int | None:
        """Which of some seats may take its last move back, if one may."""
        if self.position.is_over or not self.playable:
            return None
        able = {seat for seat in seats if self.may_undo(seat) and self.match.can_undo(seat)}
        if len(able) < 2:
            return next(iter(able), None)
        return next(event.by for event in reversed(self.match.log) if event.by in able)

    def may_undo(self, seat: int) -> bool:
        """Whether this table lets a seat take its last move back: what nobody else sees yet always, else as set up."""
        if self.aids.get("undo"):
            return True
        return any(self.match.log[place].by == seat for place in self.match.hidden_from(CHANCE))

    # Commands

    def play(
        self, person_id: str | None, seat: int, move: int, number: int | None = None, now: datetime | None = None
    ) -> Change:
        """A move of a person, thought out when the log had so many events; not after the day of a challenge."""
        if seat not in self.seats_of(person_id) or self.chairs[seat].bot:
            raise NotYours(NOT_YOURS)
        if now and is_closed(self.row, now):
            raise SmaltiError(CLOSED)
        return self.make(seat, move, number)

    def make(self, seat: int, move: int, number: int | None = None, *, stands_in: bool = False) -> Change:
        """A move of whoever sits there."""
        self.check_not_frozen()
        if not self.started:
            raise SmaltiError(NOT_BEGUN)
        if number is not None and not self.is_current(number, seat):
            raise Stale(STALE)
        refuse_endless(len(self.match.log))
        match = self._copy()
        match.play(seat, move)
        change = self._new_events(match)
        change.events[0] |= {"stands_in": True} if stands_in else {}
        return change

    def undo(self, person_id: str | None, seat: int, number: int | None = None) -> Change:
        """Takes back what revealed nothing, if this table allows it; asked when the log had so many events."""
        if number is not None and number != self.number:
            raise Stale(STALE)
        if seat not in self.seats_of(person_id):
            raise NotYours(NOT_YOURS)
        if not self.may_undo(seat):
            raise SmaltiError(NO_UNDO)
        self.check_not_frozen()
        if self.position.is_over:
            raise SmaltiError(UNDO_TOO_LATE)
        match = self._copy()
        match.undo(seat)
        return Change([{"undo": seat}], match)

    def seat_bot(self, seat: int, bot: str) -> Change | None:
        """A bot plays on for whoever does not: as whoever runs a tournament decides. Nothing if one does already."""
        self.check_not_frozen()
        if self.position.is_over or self.chairs[seat].bot:
            return None
        return Change([{"seat": seat, "bot": bot}], self.match, SeatHandedOver(seat, bot))

    def join(self, seat: int, token_hash: str, person_id: str | None, name: str, bot: str | None = None) -> Change:
        """Somebody takes the seat they were invited to, or a bot does in the place of whoever was waited for."""
        self.check_not_frozen()
        if not self.chairs[seat].invited:
            raise NotYours(TAKEN)
        event = {"seat": seat, "joins": name} | ({"bot": bot} if bot else {})
        return Change([event], self.match, SeatTaken(seat, token_hash, person_id, name, bot))

    def add(self, person_id: str | None, text: str) -> Change | None:
        """What somebody's browser adds to chance, after the secret was drawn and its sum was shown; once."""
        if not (text.isascii() and text.isalnum() and len(text) <= LONGEST_ADDITION):
            raise SmaltiError(NO_ADDITION)
        mine = self.seats_of(person_id)
        if not mine:
            raise NotYours(NOT_YOURS)
        self.check_not_frozen()
        return Change([{"seat": mine[0], "adds": text}], self.match) if self.may_add(person_id) else None

    def begin(self) -> Change | None:
        """The first card, roll or draw, with what was added until now; nothing if somebody is missing."""
        self.check_not_frozen()
        if self.begun or not self.full:
            return None
        texts = [f"{seat}:{text}" for seat, text in sorted(self.added.items())]
        for lot in range(MOST_LOTS):
            added = ",".join([*texts, f"lot:{lot}"] if lot else texts)
            chance = chance_of(self.row | {"added": added})
            match = Match.new(self.game, len(self.chairs), self.row["options"], chance, compiled=None)
            if self.starter in (None, first_actor(match)):
                break
        return Change(begin_events(match), match, ChanceFixed(added))

    def go_on(self) -> Change | None:
        """Lets chance act where it is next: after a branch from another game."""
        self.check_not_frozen()
        match = self._copy()
        match.advance()
        return self._new_events(match) if len(match.log) > len(self.match.log) else None

    def check_not_frozen(self) -> None:
        """Refuses whatever this program cannot carry out here."""
        if self.frozen:
            raise Frozen(self.frozen.words, **self.frozen.facts)

    def _copy(self) -> Match:
        """The match to try something on."""
        return Match(self.match.position, self.match.chance, self.match.log.copy())

    def _new_events(self, after: Match) -> Change:
        """What has happened since, and with the last move how the game ended."""
        end = after.position
        new = [write_event(event) for event in after.log[len(self.match.log) :]]
        if not end.is_over:
            return Change(new, after)
        record = write_line(record_of(after, self.row, self.names))
        return Change(new, after, GameEnded(end.scores(), end.winners(), record))

    # What is stored holds

    def take_over(self, change: Change) -> None:
        """A change of ours is stored: it holds from now on."""
        before, self.match = len(self.match.log), change.match
        for n, event in enumerate(change.events):
            self._note(event, before + n)
        self.chairs = seated(self.chairs, change)
        if isinstance(change.beside, ChanceFixed):
            self.row = self.row | {"added": change.beside.added}
        if change.turns is not None:
            self.turns = change.turns

    def follow(self, row: Row, chairs: list[Chair], events: Iterable[Row], turns: Turns | None = None) -> None:
        """Takes over what is stored from this number on, whoever has written it, and who sits where."""
        self.row, self.chairs, self.turns = row, chairs, turns or {}
        self.match = Match(self.match.position, chance_of(row), self.match.log.copy())
        for event in events:
            if self.frozen is None or self.frozen.words == OTHER_RULES:
                self._apply(event)
            self._note(event, len(self.match.log) - 1)

    def _apply(self, event: Row) -> None:
        """One event of the log; what does not fit the rules ends the play, not the program."""
        try:
            apply_event(self.match, event)
        except SmaltiError:
            self.frozen = Frozen(UNFIT, number=self.number)

    def _note(self, event: Row, place: int) -> None:
        """What a new event says besides the move, and its place in the log of the match."""
        self.recent[self.number] = _change_of(
            event.get("by", event.get("undo")), ("entry" in event) - ("undo" in event)
        )
        self.recent.pop(self.number - REMEMBERED, None)
        self.number += 1
        self.begun = self.begun or "begins" in event or "entry" in event
        if "ended" in event:
            self.frozen = Frozen(LOST if self.in_tournament else ENDED, name=Verbatim(self.chairs[event["ended"]].name))
        if "rematch" in event:
            self.rematch = Rematch(event["rematch"], event["asks"])
        self.starter = event.get("starter", self.starter)
        self.declined = (self.declined | set(event.get("declines", ()))) - set(event.get("accepts", ()))
        self.declined -= {event["seat"]} if "joins" in event else set()
        if event.get("bot"):
            self.lent[event["seat"]] = len(self.match.log)
        if "adds" in event:
            self.added[event["seat"]] = event["adds"]
        if "undo" in event:
            self.course += 1
            self.stand_ins = {one for one in self.stand_ins if one < len(self.match.log)}
        if "stands_in" in event:
            self.stand_ins.add(place)


def first_actor(match: Match) -> int | None:
    """Who chose first in a game, or is to; nobody if several are at the same time."""
    first = next((event for event in match.log if event.by != CHANCE), None)
    actors = (first.before if first else match.position).actors()
    return actors[0] if len(actors) == 1 else None


@cache
def _change_of(who: int | None, grown: int) -> tuple[int | None, int]:
    """There are few of them, and many tables remember many."""
    return who, grown
