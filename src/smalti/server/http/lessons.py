"""The guided first game: its page, its steps, and why not there. Nobody needs a seat for it, and nothing is kept."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from smalti.games import find_game
from smalti.server.http.bodies import PAGE_REFUSALS, REFUSALS, LessonSteps, NotThere
from smalti.server.http.pages import page, table_facts, table_words
from smalti.server.http.visitors import language_of
from smalti.server.wire.lessons import lesson_message, stops, why_not_there

router = APIRouter(tags=["learn"])


@router.get("/learn/{game}", response_class=HTMLResponse, responses=PAGE_REFUSALS)
async def learn(game: str, request: Request) -> Response:
    """The table of a guided first game."""
    found = find_game(game)
    stops(found)
    return page(request, "table.html", table=None, **table_facts(found, table_words(request)))


@router.get("/api/lessons/{game}", responses=REFUSALS)
async def steps(game: str, request: Request) -> LessonSteps:
    """What is said at each step, with the table as it stands there."""
    return LessonSteps.model_validate(lesson_message(game, language_of(request)))


@router.get("/api/lessons/{game}/{step}/why", responses=REFUSALS)
async def why(game: str, step: int, path: Annotated[list[int], Query(max_length=3)], request: Request) -> NotThere:
    """Why clicks on these places are not what the step waits for."""
    return NotThere.model_validate(why_not_there(game, step, tuple(path), language_of(request)))
