"""One finished game as one of its players looks back at it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from smalti.games import find_game
from smalti.kernel.entry import is_number
from smalti.kernel.game import Entry
from smalti.kernel.names import shown_name
from smalti.kernel.record import RecordError
from smalti.kernel.words import N_
from smalti.reviewing.marks import ERRORS
from smalti.reviewing.values import VERSION, Review

LATER = N_("something that shows only some turns later")
"""The kind of a mistake that no term of the evaluation names."""
MOST = 1_000_000
"""No game has more points."""


@dataclass(frozen=True)
class Judged:
    """What a review says of one seat."""

    lost: float | None
    """Thousandths of a spread lost in each decision that counts; None where there are too few."""
    error: float | None
    luck: float
    """In spreads of a result, so that games can be compared."""
    mistakes: int
    kinds: Mapping[str, int] = field(default_factory=dict)
    """What the better move was ahead by, and how often: the kinds of mistakes."""
    version: str = VERSION
    """Of the evaluator."""

    @property
    def is_of_today(self) -> bool:
        """Whether what was lost can be compared with what reviews say now."""
        return self.version == VERSION


@dataclass(frozen=True)
class Played:
    """A game that is over, seen from one seat."""

    game: str
    score: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    seat: int
    others: tuple[str, ...] = ()
    """The names of the other seats, clockwise."""
    ended: datetime | None = None
    table: str = ""
    """Where it was played, at a server."""
    challenge: date | None = None
    """The day whose challenge it was."""
    judged: Judged | None = None

    @property
    def seats(self) -> int:
        """How many played."""
        return len(self.scores)

    @property
    def lost(self) -> float | None:
        """Thousandths of a spread lost in each decision that counts, where a review of today's kind tells it."""
        return self.judged.lost if self.judged and self.judged.is_of_today else None

    @property
    def share(self) -> float:
        """Of the win: 1, the half of a shared one, or nothing."""
        return 1 / len(self.winners) if self.seat in self.winners else 0.0

    @property
    def is_won(self) -> bool:
        """Whether the seat is among the winners."""
        return self.seat in self.winners

    def as_json(self) -> dict[str, Any]:
        """Its fields, in the order of a table."""
        judged = self.judged
        return {
            "ended": self.ended.isoformat() if self.ended else None,
            "game": self.game,
            "seats": self.seats,
            "points": self.score,
            "won": self.share,
            "others": list(self.others),
            "challenge": self.challenge.isoformat() if self.challenge else None,
            "lost_per_decision": self.lost,
            "luck": round(judged.luck, 4) if judged else None,
            "mistakes": judged.mistakes if judged else None,
            "table": self.table or None,
        }


def judge(review: Review) -> list[Judged]:
    """What a review says of each seat, as far as statistics want it."""
    return [
        Judged(
            seat.performance,
            seat.performance_error,
            seat.luck / review.unit,
            sum(event.by == number and event.mark in ERRORS for event in review.events),
            kinds_of(review, number),
            review.evaluator.version,
        )
        for number, seat in enumerate(review.seats)
    ]


def kinds_of(review: Review, seat: int) -> dict[str, int]:
    """The kinds of a seat's mistakes: of each the first term by which the better move was ahead."""
    costly = [event for event in review.events if event.by == seat and event.mark in ERRORS]
    return dict(Counter(event.why[0][0] if event.why else LATER for event in costly))


def read_played(record: Entry, seat: int, review: Review | None = None) -> Played:
    """A game of a record as it stands there, seen from a seat; `verify` tells whether the record is right."""
    seats, scores, winners = record.get("seats"), numbers(record, "scores"), numbers(record, "winners")
    if not isinstance(record.get("game"), str) or not isinstance(seats, list):
        raise RecordError("this is no record of a game")
    game = find_game(record["game"])
    if len(scores) != len(seats) or not 0 <= seat < len(seats):
        raise RecordError("the record has not as many scores as seats")
    names = seat_names(record)
    return Played(
        game.name,
        scores[seat],
        scores,
        winners,
        seat,
        tuple(name for number, name in enumerate(names) if number != seat),
        read_moment(record.get("ended")),
        judged=judge(review)[seat] if review else None,
    )


def numbers(record: Entry, name: str) -> tuple[int, ...]:
    """A list of whole numbers that every record of a finished game has."""
    told = record.get(name)
    if not isinstance(told, list) or not all(is_number(one) and abs(one) <= MOST for one in told):
        raise RecordError(f"the field {name!r} is no list of numbers, as that of a finished game is")
    return tuple(told)


def seat_names(record: Entry) -> tuple[str, ...]:
    """What the record calls its seats, as it may be shown; nothing where it does not."""
    told = record.get("seats")
    seats = told if isinstance(told, list) else []
    return tuple(shown_name(str(one.get("name", ""))) if isinstance(one, dict) else "" for one in seats)


def read_moment(told: object) -> datetime | None:
    """When a game ended, if the record says so; without a zone it is UTC, whose days are counted."""
    try:
        moment = datetime.fromisoformat(told) if isinstance(told, str) else None
        return moment and (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
