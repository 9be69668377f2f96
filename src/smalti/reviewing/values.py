"""What a review says, as values that never change. Formulas: docs/review.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from smalti.kernel.game import CHANCE, Entry

NAME, VERSION = "smalti-walks", "5"
"""Of the evaluator. The first told the performance of several in shares of the win; the second counted no decision for
more than 0.16 spreads, and told luck less surely; the third told what decisions lost by walks in every game, the fourth
in every game with several."""
FORMAT = "smalti-review/6"
"""A kept review of an older one is worked out again when somebody asks for it."""
GRAIN = 4096
"""Values are whole multiples of 1/4096: such numbers add up exactly, in every program that reads them."""


def exact(value: float) -> float:
    """The nearest number of the grain."""
    return round(value * GRAIN) / GRAIN


@dataclass(frozen=True)
class Evaluator:
    """Who judged: fixed before any game is looked at."""

    name: str
    version: str
    depth: str
    hash: str
    """Of everything that decides its numbers: sources, weights, and how points are read as shares."""
    fitted: int
    """How many games the map from points to shares was fitted to; 0 where nobody has."""

    def as_json(self) -> dict[str, Any]:
        """Its fields."""
        return dict(vars(self))


@dataclass(frozen=True)
class SeatReview:
    """One seat: start + luck + own + others = end, exactly."""

    name: str
    start: float
    luck: float
    own: float
    """Less than zero: what the seat's own decisions cost."""
    others: float
    """What the decisions of the others brought or cost, and the drift."""
    end: float
    drift: float
    """The part of `others` that nobody did: the evaluator changed its mind from one event to the next."""
    luck_error: float
    decisions: int
    """How many decisions count for the performance."""
    performance: float | None
    """Thousandths of the spread of a lead lost in each of them; None where there are too few."""
    performance_error: float | None
    taken: float = 1.0
    """So much of the luck is taken out of the result: the share that was measured to leave it least scattered."""

    @property
    def without_luck(self) -> float:
        """The result less a share of the luck: as much as the result on average, and no more scattered."""
        return self.end - exact(self.taken * self.luck)

    def as_json(self) -> dict[str, Any]:
        """Its fields, and the result without luck."""
        return {**vars(self), "without_luck": self.without_luck}


@dataclass(frozen=True)
class ReviewedEvent:
    """One entry of the log: a decision with its cost, or a roll or draw with its luck."""

    ply: int
    by: int
    expected: tuple[float, ...]
    """[seat]: before it."""
    change: tuple[float, ...]
    """[seat]: the luck of each; of a decision what it cost the seat itself and did to the others."""
    errors: tuple[float, ...]
    """[seat]: their standard errors."""
    mark: str = ""
    counts: bool = False
    """Whether the decision counts for the performance: neither forced nor indifferent nor obvious."""
    choices: int = 1
    """Legal moves, or outcomes that were tried."""
    move: int | None = None
    best: int | None = None
    """Of a decision: the best move, by number and as an entry of a record."""
    best_entry: Entry | None = None
    why: tuple[tuple[str, float], ...] = ()
    """Of a costly decision: the terms of the evaluation by which the best move is ahead, and by how many points; of a
    good find those by which it is ahead of the favourite of a first look."""
    decides: bool | None = None
    """Of a costly decision: whether its reason decides, so that the best move would not be ahead without it; or none of
    its reasons decides alone."""
    quick: int | None = None
    """Of a good find: the favourite of a first look, by number and as an entry of a record."""
    quick_entry: Entry | None = None
    lost: float = 0.0
    """What a decision cost of the seat's lead over the mean of the others, in points; alone of its points. Less than
    nothing where it turned out better than what it is compared with."""
    lost_error: float = 0.0
    """The standard error of that."""
    after: tuple[float, ...] = ()
    """[seat]: what was expected after it, by the same walks; the JSON does not say it."""

    @property
    def is_chance(self) -> bool:
        """Whether nobody chose."""
        return self.by == CHANCE

    @property
    def cost(self) -> float:
        """What a decision cost whoever took it."""
        return 0.0 - self.change[self.by]

    def as_json(self) -> dict[str, Any]:
        """As `smalti review --json` says it."""
        told: dict[str, Any]
        common = {"ply": self.ply, "expected": list(self.expected), "mark": self.mark or None}
        if self.is_chance:
            told = {"by": "chance", "kind": "chance", "luck": list(self.change), "error": list(self.errors)}
            return common | told | {"best": None, "outcomes": self.choices}
        told = {"by": self.by, "kind": "decision", "cost": self.cost, "error": self.errors[self.by]}
        more = {"best": self.best_entry, "changes": list(self.change), "counts": self.counts, "moves": self.choices}
        lost = {"lost": self.lost, "lost_error": self.lost_error}
        why = {"why": [list(reason) for reason in self.why], "decides": self.decides, "first": self.quick_entry}
        return common | told | more | {name: one for name, one in why.items() if one is not None} | lost


@dataclass(frozen=True)
class Review:
    """One game, looked at again."""

    game: str
    value: str
    """What all numbers are: `points` alone, `share` of the win with several."""
    unit: float
    """The standard deviation of a result, which marks are measured by."""
    spread: float
    """That of a lead in points (alone of points), which performance is measured by; 0 in those of the first format."""
    evaluator: Evaluator
    seats: tuple[SeatReview, ...]
    events: tuple[ReviewedEvent, ...]

    def graph(self, language: str = "en") -> str:
        """What every seat expected in the course of the game, with all marks: a picture as SVG."""
        from smalti.reviewing.drawing import picture  # drawing knows these values

        return picture(self, language)

    def as_json(self) -> dict[str, Any]:
        """One object for the game."""
        return {
            "format": FORMAT,
            "game": self.game,
            "value": self.value,
            "unit": self.unit,
            "spread": self.spread,
            "evaluator": self.evaluator.as_json(),
            "seats": [seat.as_json() for seat in self.seats],
            "events": [event.as_json() for event in self.events],
        }


def is_current(told: str) -> bool:
    """Whether the JSON of a review is as this program writes it."""
    return told.startswith(f'{{"format": "{FORMAT}"')


def read_review(told: dict[str, Any]) -> Review:
    """A review from its JSON, less what is said there in other ways."""
    seats = [{name: value for name, value in seat.items() if name != "without_luck"} for seat in told["seats"]]
    return Review(
        told["game"],
        told["value"],
        told["unit"],
        told.get("spread", 0.0),
        Evaluator(**told["evaluator"]),
        tuple(SeatReview(**seat) for seat in seats),
        tuple(read_event(event) for event in told["events"]),
    )


def read_event(told: dict[str, Any]) -> ReviewedEvent:
    """An event of a review from its JSON."""
    ply, expected, mark = told["ply"], tuple(told["expected"]), told["mark"] or ""
    if told["kind"] == "chance":
        luck, errors = tuple(told["luck"]), tuple(told["error"])
        return ReviewedEvent(ply, CHANCE, expected, luck, errors, mark, choices=told["outcomes"])
    by, change = told["by"], tuple(told["changes"])
    errors = tuple(told["error"] if seat == by else 0.0 for seat in range(len(change)))
    why = tuple((term, gain) for term, gain in told["why"])
    facts = {"counts": told["counts"], "choices": told["moves"], "best_entry": told["best"], "why": why}
    facts |= {"decides": told.get("decides"), "quick_entry": told.get("first")}
    lost = {name: told.get(name, 0.0) for name in ("lost", "lost_error")}
    return ReviewedEvent(ply, by, expected, change, errors, mark, **lost, **facts)
