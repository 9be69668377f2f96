"""The log of a match: who did what, and the position before it.

The last events are kept with their positions. Of those before only who and what is kept, and a position now and then:
the others are worked out again by the rules when somebody asks for them, which is seldom.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, overload

from smalti.kernel.game import CHANCE, Entry
from smalti.kernel.position import Position, carried

STRETCH = 8
"""So many events are put away together; up to twice as many are kept with their positions."""


@dataclass(frozen=True, slots=True)
class Event:
    """One move or outcome: who, what, and the position before it."""

    by: int
    move: int
    before: Position

    @property
    def entry(self) -> Entry:
        """How it is written in a record."""
        return self.before.game.text.write_entry(self.before.state, self.by, self.move)


class Stretch(NamedTuple):
    """Some events that were put away: the position before the first, and who did what."""

    before: Position
    done: array[int]
    """Who and what, by turns."""
    outcomes: int
    """How many of them came from chance."""

    @classmethod
    def of(cls, before: Position, done: Iterable[int]) -> Stretch:
        """What was done, by turns who and what, from a position on."""
        kept = array("q", done)
        return cls(before, kept, kept[::2].count(CHANCE))

    def events(self) -> Iterator[Event]:
        """The events, worked out again."""
        position = self.before
        for by, move in zip(self.done[::2], self.done[1::2], strict=True):
            yield Event(by, move, position)
            position = carried(position, by, move)


class Log(Sequence[Event]):
    """A list of events that takes little room; `copy` shares all but the last ones."""

    __slots__ = ("past", "tail")

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.past: tuple[Stretch, ...] = ()
        self.tail: list[Event] = []
        for event in events:
            self.append(event)

    def copy(self) -> Log:
        """The same events, to go on otherwise."""
        twin = Log()
        twin.past, twin.tail = self.past, self.tail.copy()
        return twin

    @property
    def outcomes(self) -> int:
        """How many events came from chance."""
        return sum(one.outcomes for one in self.past) + sum(event.by == CHANCE for event in self.tail)

    def __len__(self) -> int:
        return len(self.past) * STRETCH + len(self.tail)

    def __iter__(self) -> Iterator[Event]:
        for stretch in self.past:
            yield from stretch.events()
        yield from self.tail

    @overload
    def __getitem__(self, index: int) -> Event: ...

    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...

    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        if isinstance(index, slice):
            return self._slice(*index.indices(len(self)))
        place = range(len(self))[index]
        stretch, within = divmod(place, STRETCH)
        if stretch < len(self.past):
            return list(self.past[stretch].events())[within]
        return self.tail[place - len(self.past) * STRETCH]

    def _slice(self, start: int, stop: int, step: int) -> list[Event]:
        put_away = len(self.past) * STRETCH
        if step == 1 and start >= put_away:
            return self.tail[start - put_away : max(start, stop) - put_away]
        return list(self)[start:stop:step]

    def append(self, event: Event) -> None:
        """One more event; up to 2 KB of moves that could have been made instead are not kept with it."""
        event.before.forget_moves()
        self.tail.append(event)
        if len(self.tail) >= 2 * STRETCH:
            self._put_away()

    def cut(self, index: int) -> None:
        """Nothing from this place on has happened."""
        kept = min(len(self.past), index // STRETCH)
        self.tail = self[kept * STRETCH : index]
        self.past = self.past[:kept]

    def _put_away(self) -> None:
        some, self.tail = self.tail[:STRETCH], self.tail[STRETCH:]
        done = [number for event in some for number in (event.by, event.move)]
        self.past = (*self.past, Stretch.of(some[0].before, done))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Log | list) and list(self) == list(other)

    def __repr__(self) -> str:
        return f"Log({list(self)!r})"
