"""A finished game, event by event, and what it adds up to."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import NamedTuple

from smalti.bots.scale import luck_in
from smalti.games import find_game
from smalti.kernel.errors import InvalidNotation, SmaltiError, UnknownGame, show
from smalti.kernel.game import CHANCE, Entry
from smalti.kernel.generator import spread
from smalti.kernel.match import Event, Match
from smalti.kernel.position import Position
from smalti.kernel.record import verify
from smalti.kernel.thinking import Reals
from smalti.kernel.words import N_
from smalti.reviewing.evaluator import evaluator_of, seed_of
from smalti.reviewing.marks import ERRORS, FOUND, counts, mark_chance, mark_decision, performance
from smalti.reviewing.outlook import outlook_of, result
from smalti.reviewing.reasons import Why, why_better, why_found
from smalti.reviewing.values import Review, ReviewedEvent, SeatReview, exact
from smalti.reviewing.weighing import DEPTHS, Scales, Weighed

CORES = 2
USUAL = "usual"


class Weight(NamedTuple):
    """An event and what was found about it; nothing where there was no choice."""

    ply: int
    event: Event
    weighed: Weighed | None


def review(record: Entry | Match, *, depth: str = USUAL, cores: int = CORES) -> Review:
    """A finished game with luck and skill apart: a record, or a match that was played to its end.

    `depth` is quick, usual or deep; the same game, depth and program give the same review on any number of cores.
    """
    if not isinstance(record, Match | dict):
        raise InvalidNotation(f"a review is of a record or a match, not of {show(record)}")
    match = record if isinstance(record, Match) else verify(record, find_game)
    names = seat_names(None if isinstance(record, Match) else record, match.position.seats)
    return add_up(match, tuple(review_events(match, depth=depth, cores=cores)), depth, names)


def seat_names(record: Entry | None, seats: int) -> tuple[str, ...]:
    """What the record calls the seats; their numbers where it does not."""
    told = record["seats"] if record else [{}] * seats
    return tuple(str(fields.get("name", f"Seat {seat + 1}")) for seat, fields in enumerate(told))


def review_events(
    match: Match,
    *,
    depth: str = USUAL,
    cores: int = CORES,
    plies: range | None = None,
    before: tuple[float, ...] = (),
) -> Iterator[ReviewedEvent]:
    """The events of a finished game one after the other, each as soon as it is known.

    Or only those of some plies, with what was expected after the one before them: in parts they are the same.
    """
    if depth not in DEPTHS:
        raise UnknownGame(f"a review is {', '.join(DEPTHS)}, not {depth!r}")
    if not match.position.is_over:
        raise SmaltiError(N_("this game is not over, so it cannot be reviewed"))
    seats, events = match.position.seats, list(match.log)
    unit, nothing = outlook_of(match.game, seats).unit, (0.0,) * seats
    chosen = range(len(events)) if plies is None else plies
    for ply, event, weighed in weigh_all(match, events, depth, cores, chosen):
        if weighed is None:
            before = before or start_of(match, events, depth)
            yield ReviewedEvent(ply, event.by, before, nothing, nothing, move=event.move, after=before)
            continue
        before = exact_row(weighed.after)
        yield replace(describe(events, ply, weighed, unit), after=before)


def review_event(match: Match, ply: int, depth: str) -> ReviewedEvent:
    """One event alone, at which something was to choose or to draw."""
    events, scales = list(match.log), Scales.of(match.position, DEPTHS[depth])
    weighed = weigh_event(scales, events, ply, spread(seed_of(match), ply))
    if weighed is None:
        raise SmaltiError(N_("nothing else was possible there"))
    return describe(events, ply, weighed, scales.outlook.unit)


def start_of(match: Match, events: Sequence[Event], depth: str) -> tuple[float, ...]:
    """What is expected while all is forced: as much as anybody; alone what the first open event tells, or the end."""
    seats = match.position.seats
    if seats > 1:
        return (exact(1 / seats),) * seats
    scales, seed = Scales.of(match.position, DEPTHS[depth]), seed_of(match)
    weighed = (weigh_event(scales, events, ply, spread(seed, ply)) for ply in range(len(events)))
    first = next((one for one in weighed if one is not None), None)
    return exact_row(first.before if first else result(match.position))


def weigh_all(match: Match, events: Sequence[Event], depth: str, cores: int, plies: range) -> Iterator[Weight]:
    """Some events in their order, weighed on some cores at a time."""
    seed, own = seed_of(match), threading.local()

    def weigh(ply: int) -> Weight:
        if not hasattr(own, "scales"):
            own.scales = Scales.of(match.position, DEPTHS[depth])
        return Weight(ply, events[ply], weigh_event(own.scales, events, ply, spread(seed, ply)))

    if cores == 1:
        yield from map(weigh, plies)
        return
    pool = ThreadPoolExecutor(cores)
    try:
        yield from pool.map(weigh, plies)
    finally:
        pool.shutdown(cancel_futures=True)


def weigh_event(scales: Scales, events: Sequence[Event], ply: int, seed: int) -> Weighed | None:
    """A decision as its seat saw it, or chance; None where nothing else was possible."""
    event = events[ply]
    if event.by == CHANCE:
        if len(event.before.outcomes()) == 1:
            return None
        return scales.chance(event.before, event.move, seed, ply)
    seen = seen_at(events, ply)
    if len(seen.legal_moves(event.by)) == 1:
        return None
    return scales.decision(seen, event.by, event.move, seed, ply)


def seen_at(events: Sequence[Event], ply: int) -> Position:
    """What a seat saw when it decided: of choices made at the same time none, whoever was written down first."""
    seat, first = events[ply].by, ply
    while first and events[first - 1].by not in (CHANCE, seat) and seat in events[first - 1].before.actors():
        first -= 1
    return events[first].before.view(seat)


def describe(events: Sequence[Event], ply: int, weighed: Weighed, unit: float) -> ReviewedEvent:
    """What was found about an event, in numbers that add up."""
    event = events[ply]
    change, errors = exact_row(weighed.after - weighed.before), exact_row(weighed.errors)
    expected = exact_row(weighed.before)
    if event.by == CHANCE:
        mark = mark_chance(change, errors, unit)
        return ReviewedEvent(ply, CHANCE, expected, change, errors, mark, choices=weighed.choices, move=event.move)
    mark = mark_decision(weighed, event.move, event.by, unit)
    seen = seen_at(events, ply)
    why = reason(seen, event.by, event.move, weighed, mark)
    quick = weighed.quick if mark == FOUND else None
    return ReviewedEvent(
        ply,
        event.by,
        expected,
        change,
        errors,
        mark,
        counts(weighed, event.move, unit),
        weighed.choices,
        event.move,
        weighed.best,
        seen.game.text.write_entry(seen.state, event.by, weighed.best),
        *why,
        quick,
        None if quick is None else seen.game.text.write_entry(seen.state, event.by, quick),
        exact(weighed.lost),
        exact(weighed.lost_error),
    )


def reason(seen: Position, seat: int, made: int, weighed: Weighed, mark: str) -> Why:
    """Why the best move of a costly decision is better, or a good find than the favourite of a first look."""
    if mark in ERRORS:
        return why_better(seen, seat, weighed.best, made, weighed.gap)
    return why_found(seen, seat, made, weighed.quick) if mark == FOUND else Why()


def exact_row(values: Reals) -> tuple[float, ...]:
    """Numbers of the grain."""
    return tuple(exact(float(value)) for value in values)


def add_up(match: Match, events: tuple[ReviewedEvent, ...], depth: str, names: Sequence[str]) -> Review:
    """The columns of every seat, from its events."""
    game, seats = match.game, match.position.seats
    outlook, ends = outlook_of(game, seats), exact_row(result(match.position))
    return Review(
        game.name,
        "points" if seats == 1 else "share",
        outlook.unit,
        outlook.spread,
        evaluator_of(game, seats, depth),
        tuple(
            seat_review(seat, names[seat], events, ends[seat], outlook.spread, luck_in(game, seats).taken)
            for seat in range(seats)
        ),
        events,
    )


def seat_review(
    seat: int, name: str, events: tuple[ReviewedEvent, ...], end: float, unit: float, taken: float
) -> SeatReview:
    """Luck and own decisions are what was found; the others' column has what is left, and says what of it is drift."""
    start = events[0].expected[seat] if events else end
    chances = [event for event in events if event.is_chance]
    luck = sum(event.change[seat] for event in chances)
    own = sum(event.change[seat] for event in events if event.by == seat)
    done = sum(event.change[seat] for event in events if event.by not in (seat, CHANCE))
    others = end - start - luck - own
    lost = [event.lost for event in events if event.by == seat and event.counts]
    rate, error = performance(lost, unit)
    luck_error = exact(math.sqrt(sum(event.errors[seat] ** 2 for event in chances)))
    return SeatReview(name, start, luck, own, others, end, others - done, luck_error, len(lost), rate, error, taken)
