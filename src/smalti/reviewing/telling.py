"""A review in words, for a terminal."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from smalti.bots.hints import Reasons, decimal
from smalti.kernel.game import CHANCE
from smalti.kernel.match import Match
from smalti.kernel.words import N_, say, translated
from smalti.reviewing.marks import ERRORS, FEWEST, WORDS
from smalti.reviewing.reviewing import seen_at
from smalti.reviewing.values import Review, ReviewedEvent, SeatReview

MINUS = "\N{MINUS SIGN}"
MOMENTS = 12
"""So many key moments are told, the weightiest."""
COLUMNS = N_("start"), N_("luck"), N_("own"), N_("others"), N_("end"), N_("without luck"), N_("lost")
EVALUATOR, FEWER = N_("Evaluator: {name}, {depth}, {hash}."), N_("fewer than {few}")
LATER = N_("The difference shows only some turns later.")
AHEAD = N_("At the end of the turn the better move is ahead by {reasons}.")
DECIDES = N_("What decides: {reasons}; without it the better move would not be ahead.")
AMONG = N_("At the end of the turn the better move is ahead by {reasons}; none of it decides alone.")
SURELY = {None: AHEAD, True: DECIDES, False: AMONG}
"""How surely a reason is given: as older reviews did, because it decides, or because nothing does alone."""
AT_FIRST = N_("It is ahead by {reasons} at once; that this outweighs the rest shows some turns later.")
BETTER, FIRST = N_("Better:"), N_("At first sight:")
LUCK = N_("What could come promised {before} points on average; what came promises {after}.")
NOTES = (
    N_("Own: what the decisions of a seat cost. Others: what theirs did, and where the evaluator changed its mind."),
    N_("Lost: thousandths of a spread per decision that was one; less is better, and few decisions say little."),
)


WITHOUT = N_("Without luck: the end less {share} % of the luck, the part that leaves results least scattered.")


def tell(review: Review, match: Match, language: str = "en") -> Iterator[str]:
    """The lines of the report."""
    told = Words(review, language)
    in_points, in_shares = N_("{game}: expected points"), N_("{game}: share of the win, in per cent")
    yield say(language, in_points if review.value == "points" else in_shares, {"game": match.game.title})
    yield ""
    yield from told.table()
    yield ""
    moments = key_moments(review)
    if moments:
        yield say(language, N_("Key moments"))
        for event in moments:
            yield f"  {told.moment(event, match)}"
        yield ""
    for note in NOTES:
        yield say(language, note)
    yield say_taken(review, language)
    judge = review.evaluator
    facts = {"name": f"{judge.name} {judge.version}", "depth": judge.depth, "hash": judge.hash}
    yield say(language, EVALUATOR, facts)


def say_taken(review: Review, language: str) -> str:
    """How much of the luck is taken out of the result."""
    return say(language, WITHOUT, {"share": round(100 * review.seats[0].taken)})


def key_moments(review: Review, mine: Collection[int] = ()) -> list[ReviewedEvent]:
    """The events with a mark, the weightiest of them in the order of the game; those of the own seats before others."""

    def weight(event: ReviewedEvent) -> tuple[bool, float]:
        return event.by not in mine, -max(abs(change) for change in event.change)

    weighty = sorted((event for event in review.events if event.mark), key=weight)[:MOMENTS]
    return sorted(weighty, key=lambda event: event.ply)


class Words:
    """Numbers and names in one language."""

    def __init__(self, review: Review, language: str) -> None:
        self.review, self.language = review, language
        self.factor = 1 if review.value == "points" else 100

    def number(self, value: float, sign: str = "") -> str:
        """One decimal, as the language writes it."""
        text = f"{value:{sign}z.1f}".replace("-", MINUS)
        return text.replace(".", ",") if self.language == "fr" else text

    def table(self) -> Iterator[str]:
        """A line a seat, in columns."""
        rows = [["", *(say(self.language, column) for column in COLUMNS)]]
        rows += [self.row(seat) for seat in self.review.seats]
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        for first, *rest in rows:
            yield "  ".join([first.ljust(widths[0]), *(one.rjust(w) for one, w in zip(rest, widths[1:], strict=True))])

    def row(self, seat: SeatReview) -> list[str]:
        """The printed numbers add up too: the others' column takes what rounding leaves."""
        tenths = [round(self.factor * 10 * value) for value in (seat.start, seat.luck, seat.own, seat.end)]
        start, luck, own, end = tenths
        numbers = [self.number(start / 10)]
        numbers += [self.number(value / 10, "+") for value in (luck, own, end - start - luck - own)]
        numbers += [self.number(end / 10), self.number(round(self.factor * 10 * seat.without_luck) / 10)]
        if seat.performance is None:
            return [seat.name, *numbers, say(self.language, FEWER, {"few": FEWEST})]
        return [seat.name, *numbers, f"{self.number(seat.performance)} ± {self.number(seat.performance_error or 0)}"]

    def moment(self, event: ReviewedEvent, match: Match) -> str:
        """What happened, what it cost or brought, and what would have been better."""
        names = [seat.name for seat in self.review.seats]
        facts = {
            "ply": event.ply,
            "mark": WORDS[event.mark],
            "change": self.number(self.factor * event.change[max(event.by, 0)], "+"),
            "error": self.number(self.factor * event.errors[max(event.by, 0)]),
        }
        if event.by == CHANCE or event.best is None or event.move is None:
            told = say(self.language, N_("{ply}: {mark}, {change} ± {error}"), facts)
            return f"{told}. {self.luck(event)}" if event.is_chance else told
        seen = seen_at(match.log, event.ply)
        facts |= {"name": names[event.by], "made": seen.write_move(event.move, event.by)}
        told = say(self.language, N_("{ply}, {name}: {mark}, {change} ± {error}, with {made}."), facts)
        other = event.best if event.mark in ERRORS else event.quick
        if other is None:
            return told
        better = f"{say(self.language, BETTER if event.mark in ERRORS else FIRST)} {seen.write_move(other, event.by)}."
        return f"{told} {better} {say_event(event, self.language)}"

    def luck(self, event: ReviewedEvent) -> str:
        """Why a roll or draw was lucky or not: what was expected over all that could come, and since; alone."""
        before, after = event.expected[0], event.expected[0] + event.change[0]
        return say(self.language, LUCK, {"before": self.number(before), "after": self.number(after)})


def say_event(event: ReviewedEvent, language: str) -> str:
    """Why the best move of a costly decision is better, or a good find than what it is compared with."""
    return say_why(event.why, language, SURELY[event.decides] if event.mark in ERRORS else AT_FIRST)


def say_why(why: Reasons, language: str, words: str) -> str:
    """Why a move is better than another, in a sentence that is as sure as the words are."""
    if not why:
        return say(language, LATER)
    parts = [f"{translated(language, term)} ({decimal(language, gain)})" for term, gain in why]
    return say(language, words, {"reasons": ", ".join(parts)})
