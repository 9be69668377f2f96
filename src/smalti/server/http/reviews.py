"""The page of a review: the graph, key moments with the better move, and everything else in one list."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection
from typing import Any, NamedTuple

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from smalti.bots.hints import OTHERS
from smalti.kernel import seeing
from smalti.kernel.errors import UnknownGame
from smalti.kernel.game import Entry
from smalti.kernel.picture import Pointed
from smalti.kernel.position import Position
from smalti.kernel.reason import Verbatim
from smalti.kernel.words import N_, say
from smalti.reviewing.drawing import COURSE, Link, graph
from smalti.reviewing.marks import ERRORS, FOUND, WORDS
from smalti.reviewing.reviewing import seen_at
from smalti.reviewing.telling import (
    AHEAD,
    AMONG,
    AT_FIRST,
    BETTER,
    DECIDES,
    EVALUATOR,
    FEWER,
    FIRST,
    LATER,
    LUCK,
    WITHOUT,
    Words,
    key_moments,
    say_event,
    say_taken,
)
from smalti.reviewing.values import Review, ReviewedEvent, read_review
from smalti.server.http.archive import STILL_RUNS, open_to_review
from smalti.server.http.bodies import LONGEST_NOTE, PAGE_REFUSALS, SVG
from smalti.server.http.headers import PICTURE_POLICY
from smalti.server.http.lent_reviews import is_lent
from smalti.server.http.pages import opponents, page
from smalti.server.http.services import Served, Services
from smalti.server.http.visitors import language_of, person_id_of
from smalti.server.table.table import Table

router = APIRouter(tags=["pages"], responses=PAGE_REFUSALS)
HEADED = N_("{name}: {value}")
REVIEW_WORDS = {
    **WORDS,
    "chance": N_("Chance"),
    "course": COURSE,
    "headed": HEADED,
    "fewer": FEWER,
    "later": LATER,
    "ahead": AHEAD,
    "decides": DECIDES,
    "among": AMONG,
    "at_first": AT_FIRST,
    "others": OTHERS,
    "evaluator": EVALUATOR,
    "without": WITHOUT,
    "better": BETTER,
    "first": FIRST,
    "luck": LUCK,
    "again": N_("Try again from here"),
    "study": N_("On the study board"),
    "not_over": STILL_RUNS,
    "not_kept": N_("This browser keeps no such game."),
}
"""What the page of the edition without a server says by itself."""
NOTHING_BETTER = N_("nothing better is known at this point of the game")


class Told(NamedTuple):
    """One event in words."""

    ply: int
    who: str
    mark: str
    change: str
    """What it cost or brought, with its error."""
    made: str
    label: str = ""
    """What the other move is: the better one, or what a good find is compared with."""
    better: str = ""
    why: str = ""
    is_costly: bool = False


class Teller:
    """Says the events of one reviewed game in one language."""

    def __init__(self, table: Table, review: Review, language: str) -> None:
        self.table, self.review, self.language = table, review, language
        self.words = Words(review, language)

    def amount(self, event: ReviewedEvent, seat: int) -> str:
        """What an event changed for a seat, in points or per cent."""
        factor, unit = self.words.factor, "" if self.review.value == "points" else " %"
        change, error = (factor * row[seat] for row in (event.change, event.errors))
        return f"{self.words.number(change, '+')} ± {self.words.number(error)}{unit}"

    def describe(self, position: Position, by: int, move: int) -> str:
        """A move or an outcome as the log says it."""
        return seeing.describe(self.table.game, position.state, by, move, self.language, self.table.names)

    def tell(self, event: ReviewedEvent) -> Told:
        """An event in words; the luck of each where several play."""
        entry, names = self.table.match.log[event.ply], self.table.names
        made = self.describe(entry.before, entry.by, entry.move)
        mark = say(self.language, WORDS[event.mark]) if event.mark else ""
        if event.is_chance:
            lucks = [self.amount(event, seat) for seat in range(len(names))]
            named = lucks if len(lucks) == 1 else [f"{name} {luck}" for name, luck in zip(names, lucks, strict=True)]
            why = self.words.luck(event) if mark else ""
            return Told(event.ply, say(self.language, N_("Chance")), mark, ", ".join(named), made, why=why)
        cost = "" if event.mark == FOUND else self.amount(event, event.by)
        told = Told(event.ply, names[event.by], mark, cost, f"{names[event.by]} {made}")
        is_costly = event.mark in ERRORS
        other = event.best_entry if is_costly else event.quick_entry
        if other is None:
            return told
        label, better = (
            say(self.language, BETTER if is_costly else FIRST),
            self.describe(*read_move(self.table, event.ply, other)),
        )
        return told._replace(label=label, better=better, why=say_event(event, self.language), is_costly=is_costly)

    def name(self, told: Told) -> str:
        """What the mark of an event is called in the graph."""
        headed = say(self.language, HEADED, {"name": Verbatim(told.who), "value": Verbatim(told.mark)})
        return ", ".join(filter(None, (headed, told.change)))


def read_move(table: Table, ply: int, entry: Entry) -> tuple[Position, int, int]:
    """What a seat saw at a point of the game, and a move that was possible there."""
    seen = seen_at(list(table.match.log), ply)
    return seen, *table.game.text.read_entry(seen.state, entry)


def best_move(table: Table, event: ReviewedEvent) -> tuple[Position, int, int]:
    """What a seat saw at a point of the game, and the move that was best there."""
    if event.best_entry is None:
        raise UnknownGame(NOTHING_BETTER)
    return read_move(table, event.ply, event.best_entry)


async def reviewed(table_id: str, request: Request, served: Services) -> tuple[Table, Review | None]:
    """A finished table that whoever asks may look at again, and its review if there is one."""
    await open_to_review(table_id, request, served)
    told = await served.store.review(table_id)
    return (await served.lobby.find(table_id)).table, read_review(json.loads(told)) if told else None


@router.get("/table/{table_id}/review", response_class=HTMLResponse)
async def review_page(table_id: str, request: Request, served: Served) -> Response:
    """The review of a finished game, or how far it is."""
    table, review = await reviewed(table_id, request, served)
    noted = (await served.store.notes([table_id]))[table_id]
    facts: dict[str, Any] = {"table": table, "game": table.game, "review": review, "bot": opponents()[0]}
    facts["lent"] = is_lent(table, person_id_of(request))
    facts |= {"noted": noted, "mine": table.seats_of(person_id_of(request)), "longest": LONGEST_NOTE}
    if review:
        facts |= await asyncio.to_thread(told_of, Teller(table, review, language_of(request)), facts["mine"])
    return page(request, "review.html", **facts)


def told_of(teller: Teller, mine: Collection[int]) -> dict[str, Any]:
    """Everything that the page says; some hundred sentences, so not in the loop."""
    review = teller.review
    told = {event.ply: teller.tell(event) for event in review.events if event.choices > 1}
    moments = [told[event.ply] for event in key_moments(review, mine)]
    key = {one.ply for one in moments}
    links = {
        one.ply: Link(f"#{'moment' if one.ply in key else 'event'}-{one.ply}", teller.name(one))
        for one in told.values()
        if one.mark
    }
    return {
        "moments": moments,
        "rows": [[*teller.words.row(seat), *count_marks(review, n)] for n, seat in enumerate(review.seats)],
        "all": list(told.values()),
        "taken": say_taken(review, teller.language),
        "graph": Markup(graph(review, links, say(teller.language, COURSE))),
    }


def count_marks(review: Review, seat: int) -> list[int]:
    """How many blunders, mistakes, inaccuracies and good finds a seat has."""
    marks = [event.mark for event in review.events if event.by == seat]
    return [marks.count(name) for name in (*ERRORS, FOUND)]


@router.get("/table/{table_id}/review/{ply}.svg", response_class=Response, responses=SVG | PAGE_REFUSALS)
async def better_board(table_id: str, ply: int, request: Request, served: Served) -> Response:
    """The board after the better move, with what it has changed marked."""
    table, review = await reviewed(table_id, request, served)
    if review is None or not 0 <= ply < len(review.events):
        raise UnknownGame(NOTHING_BETTER)
    seen, by, move = best_move(table, review.events[ply])
    after, marks = seen.after(by, move).state, Pointed(seeing.touched(table.game, seen.state, by, move))
    drawn = seeing.picture(table.game, after, by, language_of(request), table.names, pointed=marks)
    return Response(drawn, media_type="image/svg+xml", headers=PICTURE_POLICY)
