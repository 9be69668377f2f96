"""A round of a tournament as values: its boards, who sits there, and how they ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["round_robin", "swiss", "knock_out", "duplicate"]
KINDS: tuple[Kind, ...] = ("round_robin", "swiss", "knock_out", "duplicate")
LEAST, MOST = 4, 500
"""So many may take part."""
MOST_ROUNDS = 15
"""Of Swiss and duplicate, and to wish for in a round robin of larger tables; the others have as many as they need."""


@dataclass(frozen=True)
class Board:
    """A table of a round. Entries are numbered from 1; a number below 0 is a bot that fills an empty seat."""

    entries: tuple[int, ...]
    """By seat; one alone has a bye."""
    scores: tuple[int, ...] = ()
    """Once it is over."""
    winners: tuple[int, ...] = ()
    lost: frozenset[int] = field(default_factory=frozenset)
    """The entries that did not play and lose by that."""

    @property
    def is_bye(self) -> bool:
        """Whether nobody is met."""
        return len(self.entries) == 1

    @property
    def is_decided(self) -> bool:
        """Whether nothing more is waited for."""
        return self.is_bye or bool(self.scores) or bool(self.lost)

    @property
    def is_played(self) -> bool:
        """Whether it was decided by playing."""
        return bool(self.scores) and not self.lost and not self.is_bye

    def beats(self, one: int, other: int) -> float:
        """What one entry gets against another at the same board: 1, a half or 0."""
        if self.lost:
            return float(one not in self.lost)
        a, b = self.entries.index(one), self.entries.index(other)
        if (a in self.winners) != (b in self.winners):
            return float(a in self.winners)
        return 0.5 if self.scores[a] == self.scores[b] else float(self.scores[a] > self.scores[b])

    def points(self, entry: int) -> float:
        """The share of the others at the board that an entry has beaten; a bye counts as a win."""
        others = [one for one in self.entries if one != entry]
        return sum(self.beats(entry, one) for one in others) / len(others) if others else 1.0


Round = tuple[Board, ...]
History = Sequence[Round]


def board_of(played: Round, entry: int) -> Board | None:
    """Where an entry sat in a round."""
    return next((board for board in played if entry in board.entries), None)


def entries_of(boards: Iterable[Board]) -> set[int]:
    """Everybody who sits at some boards, without bots that only fill."""
    return {entry for board in boards for entry in board.entries if entry > 0}


def rounds_of(kind: Kind, entries: int, wished: int, size: int = 2) -> int:
    """How many rounds there are, with so many seats at a table."""
    if kind == "round_robin" and size == 2:
        return entries - 1 + entries % 2
    if kind == "round_robin":
        return wished or max(1, -(-(entries - 1) // (size - 1)))
    if kind == "knock_out":
        return sum(1 for _ in thinning(entries, size))
    return min(wished or max(1, (entries - 1).bit_length()), MOST_ROUNDS)


def thinning(entries: int, size: int) -> Iterator[int]:
    """How many are still in a knock-out, round by round."""
    while entries > size:
        yield entries
        larger, tables = entries % -(-entries // size), -(-entries // size)
        entries = larger * through(entries // tables + 1) + (tables - larger) * through(entries // tables)
    yield entries


def through(sitting: int) -> int:
    """How many of a table of a knock-out go on while there are others: its better half."""
    return max(1, sitting // 2)


def advancing(played: Round, board: Board) -> frozenset[int]:
    """Who of a board is in the next round of a knock-out; at the last table the best. Where equal, the better seed."""
    most = through(len(board.entries)) if len(played) > 1 else 1
    best_first = sorted(set(board.entries) - board.lost, key=lambda entry: (-board.points(entry), entry))
    return frozenset(best_first[:most])
