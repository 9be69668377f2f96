"""Puzzles and own mistakes: their page, a table for each, and answers graded by what they cost."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from pydantic import BaseModel, Field

from smalti.games import GAMES, find_game
from smalti.kernel.errors import IllegalMove, UnknownGame
from smalti.kernel.game import Game
from smalti.kernel.generator import spread
from smalti.kernel.words import N_, say
from smalti.puzzles.ladder import first_rating, of_the_day
from smalti.puzzles.puzzle import Puzzle, shipped
from smalti.server.http.api import today
from smalti.server.http.bodies import PAGE_REFUSALS, REFUSALS, NotThere, Strict
from smalti.server.http.grading import AGAIN, ASKED, Answered, Found, grade_answer
from smalti.server.http.local_puzzles import Shelf, themes_of
from smalti.server.http.overview import written_day
from smalti.server.http.pages import page, table_facts, table_words
from smalti.server.http.reviews import best_move, reviewed
from smalti.server.http.services import Served, Services
from smalti.server.http.visitors import Known, language_of, person_id_of
from smalti.server.operation import clock
from smalti.server.store.learning import Learning
from smalti.server.wire.messages import Message
from smalti.server.wire.puzzles import Task, foreseen_message, task_message, why_message

router = APIRouter(tags=["learn"])
LADDER = 10
NEAREST = 8
"""From so many puzzles of about one's own strength the next one is drawn."""
LONGEST_PLY = 6
NO_PUZZLE = N_("there is no such puzzle")
NO_PUZZLES = N_("there are no puzzles of this kind")


Place = Annotated[int, Field(ge=0, lt=1 << 15)]


class Question(BaseModel):
    """A position to think about."""

    words: str = Field(description="What is asked.")
    table: dict[str, Any] = Field(description="The table there, as a socket would send it (docs/wire.md).")


class Answer(Strict):
    """The move that was chosen."""

    move: int = Field(ge=0, le=1 << 20)


class Moves(Strict):
    """Moves to foresee."""

    moves: list[int] = Field(max_length=512)


async def all_puzzles(game: Game, learning: Learning) -> list[Puzzle]:
    """Those that are shipped, and those that this server has mined."""
    return [*shipped(game), *await learning.mined(game.name)]


@router.get("/puzzles", response_class=HTMLResponse, responses=PAGE_REFUSALS)
async def puzzles(request: Request, served: Served) -> Response:
    """All there is to learn from: own mistakes, puzzles of every game, and their ladders."""
    learning, person_id, language = Learning(served.store), person_id_of(request), language_of(request)
    shelves = [await shelf_of(game, learning, person_id, language) for game in GAMES.values()]
    due = await learning.due(person_id or "", clock.now())
    open_ones, mastered, first = await learning.deck(person_id or "")
    facts = {"due": len(due), "open": open_ones, "mastered": mastered, "me": person_id}
    day = written_day(language, first.date()) if first else ""
    return page(request, "puzzles.html", shelves=[one for one in shelves if one.number], next_day=day, **facts)


async def shelf_of(game: Game, learning: Learning, person_id: str | None, language: str) -> Shelf:
    """What the page says of a game."""
    found = await all_puzzles(game, learning)
    seats = sorted({one.seats for one in found})
    rating, ladder = await learning.rating_of(person_id, game.name), await learning.ladder(game.name, LADDER)
    return Shelf(game, len(found), rating, seats, themes_of(found, language), ladder)


@router.get("/puzzles/{game}/today", status_code=303, response_class=RedirectResponse, responses=PAGE_REFUSALS)
async def puzzle_of_the_day(game: str) -> Response:
    """The puzzle of the day: the same for everybody with this edition."""
    found = shipped(find_game(game))
    if not found:
        raise UnknownGame(NO_PUZZLES)
    return RedirectResponse(f"/puzzle/{of_the_day(found, today()).id}", 303)


@router.get("/puzzles/{game}/next", status_code=303, response_class=RedirectResponse, responses=PAGE_REFUSALS)
async def next_puzzle(
    game: str,
    request: Request,
    served: Served,
    seats: Annotated[int, Query(ge=0, le=4)] = 0,
    theme: Annotated[str, Query(max_length=80)] = "",
) -> Response:
    """One of about one's own strength that one has not answered yet, of those that are wanted."""
    learning, person_id = Learning(served.store), person_id_of(request) or ""
    found = await all_puzzles(find_game(game), learning)
    found = [one for one in found if seats in (0, one.seats) and theme in ("", one.theme)]
    if not found:
        raise UnknownGame(NO_PUZZLES)
    tried = await learning.tried(person_id)
    fresh = [one for one in found if one.id not in tried] or found
    rated, own = await learning.rated(game), await learning.rating_of(person_id, game)

    def distance(one: Puzzle) -> float:
        return abs(rated.get(one.id, first_rating(one)).rating - own.rating)

    near = sorted(fresh, key=lambda one: (distance(one), one.id))[:NEAREST]
    drawn = near[spread(clock.now().microsecond, own.tries) % len(near)]
    return RedirectResponse(f"/puzzle/{drawn.id}", 303)


@router.get("/mistakes/next", status_code=303, response_class=RedirectResponse, responses=PAGE_REFUSALS)
async def next_mistake(request: Request, served: Served) -> Response:
    """The own mistake that is most overdue."""
    due = await Learning(served.store).due(person_id_of(request) or "", clock.now())
    if not due:
        return RedirectResponse("/puzzles", 303)
    return RedirectResponse(f"/puzzle/{due[0]['table_id']}.{due[0]['ply']}", 303)


async def find(key: str, request: Request, served: Services) -> Found:
    """What a key stands for: `ID` of a puzzle, or `TABLE.PLY` of a mistake."""
    table_id, _, ply = key.rpartition(".")
    if not table_id:
        puzzle = await Learning(served.store).puzzle(key) if key.isascii() and key.isalnum() else None
        if puzzle is None:
            raise UnknownGame(NO_PUZZLE)
        task = Task(puzzle.open(), puzzle.seat, puzzle.ply, puzzle.answers[0], puzzle.options)
        return Found(task, puzzle=puzzle)
    table, review = await reviewed(table_id, request, served)
    if review is None or not ply.isdecimal() or len(ply) > LONGEST_PLY or int(ply) >= len(review.events):
        raise UnknownGame(NO_PUZZLE)
    seen, seat, best = best_move(table, review.events[int(ply)])
    return Found(Task(seen, seat, int(ply), best, table.row["options"]), mistake=(table_id, int(ply)))


@router.get("/puzzle/{key}", response_class=HTMLResponse, responses=PAGE_REFUSALS)
async def puzzle_page(key: str, request: Request, served: Served) -> Response:
    """The table of a puzzle or a mistake."""
    found = await find(key, request, served)
    facts = table_facts(found.task.position.game, table_words(request))
    return page(request, "table.html", table=None, puzzle=key, **facts)


@router.get("/api/puzzles/{key}", responses=REFUSALS)
async def question(key: str, request: Request, served: Served) -> Question:
    """The position, and what is asked about it."""
    found, language = await find(key, request, served), language_of(request)
    words = say(language, AGAIN if found.mistake else ASKED)
    return Question(words=words, table=task_message(found.task, language))


@router.get("/api/puzzles/{key}/why", responses=REFUSALS)
async def why(
    key: str, path: Annotated[list[Place], Query(max_length=3)], request: Request, served: Served
) -> NotThere:  # fmt: skip
    """Why clicks on these places are no move."""
    found = await find(key, request, served)
    return NotThere.model_validate(why_message(found.task, tuple(path), language_of(request)))


@router.post("/api/puzzles/{key}/foresee", responses=REFUSALS)
async def foresee(key: str, wanted: Moves, request: Request, served: Served) -> Message:
    """What some moves would do, as a socket would say it."""
    return foreseen_message((await find(key, request, served)).task, wanted.moves)


@router.post("/api/puzzles/{key}/answer", responses=REFUSALS)
async def answer(key: str, chosen: Answer, request: Request, served: Served, person: Known) -> Answered:
    """Grades an answer by what it costs. The first one to a puzzle is rated; to a mistake, it counts when it is due."""
    found = await find(key, request, served)
    if reason := found.task.position.why_not(chosen.move, found.task.seat):
        raise IllegalMove(reason)
    return await grade_answer(found, chosen.move, person.id, request, served)
