"""The ladder: people and bots together, by game and number of players; and how somebody's rating went up and down."""

from __future__ import annotations

from base64 import b64encode
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from smalti.bots import BOTS
from smalti.bots.levels import LEVELS
from smalti.games import GAMES, find_game
from smalti.kernel.errors import UnknownGame
from smalti.kernel.words import N_, say
from smalti.server.club.circle import Circle
from smalti.server.club.sitting import circle_of
from smalti.server.http.bodies import PAGE_REFUSALS
from smalti.server.http.pages import page
from smalti.server.http.services import Served, Services
from smalti.server.http.visitors import language_of, person_id_of
from smalti.server.store.meeting import Meeting
from smalti.server.store.standings import Kind, Rung, Standings
from smalti.server.table.rating import BOT, PERSON, PROVISIONAL, Standing
from smalti.statistics.drawing import chart

pages = APIRouter(default_response_class=HTMLResponse, tags=["pages"], responses=PAGE_REFUSALS)
SOMEBODY = N_("Somebody")
NO_LADDER = N_("there is no ladder for so many players of this game")
PAGE = 50
"""So many stand on a page."""
NEWCOMERS = 20
"""So many whose rating is provisional are listed."""
GRAPHED = 400
"""So many games of somebody are drawn, the last."""


class Line(NamedTuple):
    """One line of the ladder, as somebody may see it."""

    rank: int
    name: str
    person_id: str
    """Empty where there is no profile to look at."""
    is_bot: bool
    mine: bool
    standing: Standing


class Rating(NamedTuple):
    """Somebody's rating at one kind of table."""

    title: str
    seats: int
    link: str
    standing: Standing
    picture: str
    """Its course; empty after one game."""


@pages.get("/ladder")
@pages.get("/ladder/{game}/{seats}")
async def ladder(
    request: Request,
    served: Served,
    game: str = "",
    seats: int = 2,
    number: Annotated[int, Query(alias="page", ge=1, le=10_000)] = 1,
) -> Response:
    """Who is how strong at one kind of table."""
    found = find_game(game or next(iter(GAMES)))
    kind, asking, language = Kind(found.name, seats), person_id_of(request), language_of(request)
    if seats < 2 or seats not in found.facts.seat_counts:
        raise UnknownGame(NO_LADDER)
    standings = Standings(served.store)
    rungs, count = await standings.ladder(kind, asking, (number - 1) * PAGE, PAGE, provisional=False)
    new, newcomers = await standings.ladder(kind, asking, 0, NEWCOMERS, provisional=True)
    eyes = await eyes_of(served, asking, [*rungs, *new])
    return page(
        request,
        "ladder.html",
        kind=kind,
        game=found,
        lines=[line(one, n, eyes, language) for n, one in enumerate(rungs, (number - 1) * PAGE + 1)],
        new=[line(one, 0, eyes, language) for one in new],
        newcomers=newcomers,
        number=number,
        numbers=max(1, -(-count // PAGE)),
        own=(await standings.of_person(asking)).get(kind) if asking else None,
        provisional=PROVISIONAL,
    )


class Eyes(NamedTuple):
    """Whoever looks at the ladder."""

    person_id: str
    circle: Circle
    met: set[str]
    """Those on it whom they have played with."""

    def may_see(self, who: str, seen_by: str) -> bool:
        """Whether somebody shows them who they are."""
        shown = self.circle.may_see({"id": who, "seen_by": seen_by}, met=who in self.met)
        return who == self.person_id or shown


async def eyes_of(served: Services, asking: str | None, rungs: list[Rung]) -> Eyes:
    """What somebody may know of people on the ladder."""
    if asking is None:
        return Eyes("", Circle({}, {}), set())
    meeting, people = Meeting(served.store), [one.who.removeprefix(f"{PERSON} ") for one in rungs]
    return Eyes(asking, await circle_of(meeting, asking), await meeting.met(asking, people))


def line(rung: Rung, rank: int, eyes: Eyes, language: str) -> Line:
    """A line as whoever asks may see it: names of people are for those whom they let see their profile."""
    kind, _, name = rung.who.partition(" ")
    if kind == BOT:
        bot = BOTS[name] if name in LEVELS else None
        title = say(language, bot.title or name) if bot else name
        return Line(rank, title, "", True, False, rung.standing)
    may_see = eyes.may_see(name, rung.seen_by)
    shown = rung.name if may_see else say(language, SOMEBODY)
    return Line(rank, shown, name if may_see else "", False, name == eyes.person_id, rung.standing)


async def ratings_of(served: Services, person_id: str, language: str) -> list[Rating]:
    """Somebody's ratings, each with its course."""
    standings = Standings(served.store)
    courses = await standings.course(person_id, GRAPHED)
    return [
        Rating(
            find_game(kind.game).title,
            kind.seats,
            f"/ladder/{kind.game}/{kind.seats}",
            now,
            picture(kind, [*courses.get(kind, [])[1:], now], language),
        )
        for kind, now in (await standings.of_person(person_id)).items()
        if kind.game in GAMES
    ]


def picture(kind: Kind, course: list[Standing], language: str) -> str:
    """The course of a rating, a dot after each game, as an address for a page."""
    if len(course) < 2:
        return ""
    named = {"title": find_game(kind.game).title, "n": kind.seats}
    title = say(language, N_("{title}, {n} players"), named)
    drawn = chart([float(one.points) for one in course], title, lambda value: f"{value:.0f}", 50)
    return f"data:image/svg+xml;base64,{b64encode(drawn.encode()).decode()}"
