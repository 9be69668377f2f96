"""The study board: where it is, and what a browser cannot read by itself: positions in text, and entries in words."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from pydantic import BaseModel, ConfigDict, Field

from smalti.games import find_game
from smalti.kernel.game import Entry
from smalti.kernel.placing import put_by_hand, tools_of
from smalti.kernel.position import Position
from smalti.kernel.rows import NONE
from smalti.kernel.studies import LONGEST, read_position, read_tree, write_tree
from smalti.kernel.words import translated
from smalti.server.http.bodies import PAGE_REFUSALS, REFUSALS
from smalti.server.http.pages import page
from smalti.server.http.visitors import language_of
from smalti.server.keeping.taking_in import ONE_AT_A_TIME

router = APIRouter(tags=["study"])


class Studied(BaseModel):
    """A record or a study, with variations and comments (docs/records.md)."""

    model_config = ConfigDict(extra="forbid")

    record: dict[str, Any]


class Study(BaseModel):
    """The same, checked, as people and as programs read it."""

    record: dict[str, Any] = Field(description="With its entries in words.")
    numbers: dict[str, Any] = Field(description="With its entries by number.")
    position: str = Field(description="Where its main line ends, in text.")
    start: str | None = Field(description="The position that was set up, as the modules keep it, in base64.")


class Placed(BaseModel):
    """A position in its text, and a click with one of its tools, if there was one."""

    model_config = ConfigDict(extra="forbid")

    game: str
    position: str = Field(max_length=LONGEST)
    tool: int | None = Field(None, description="The number of a tool.")
    place: int = Field(NONE, description="The place that was clicked.")


class HandTool(BaseModel):
    """Something that is laid, turned or taken away by a click."""

    words: str = Field(description="What it does or lays; empty where its look says it.")
    look: int
    at: int = Field(description="The place in whose box it is drawn.")
    number: int
    places: list[int]


class SetUp(BaseModel):
    """A position that was set up, and what can be done to it next."""

    position: str
    start: str = Field(description="As the modules keep it, in base64.")
    tools: list[HandTool]


@router.get("/study", response_class=HTMLResponse, responses=PAGE_REFUSALS)
async def studies(request: Request) -> Response:
    """The studies of this browser, and how to begin one."""
    return page(request, "study.html")


@router.get("/study/{game}", status_code=303, response_class=RedirectResponse, responses=PAGE_REFUSALS)
async def study(game: str, request: Request) -> Response:
    """The study board of a game; it works without a server, so it is a page of the edition that needs none."""
    return RedirectResponse(f"/local/{language_of(request)}/study-{find_game(game).name}.html", 303)


@router.post("/api/study", responses=REFUSALS)
async def read_study(studied: Studied) -> Study:
    """Reads a record or a study strictly; nothing of it is kept."""
    async with ONE_AT_A_TIME:
        return await asyncio.to_thread(told, studied.record)


def told(record: Entry) -> Study:
    """A tree in its two forms."""
    tree = read_tree(record, find_game)
    written = write_tree(tree)
    start = packed(tree.position) if "position" in written else None
    return Study(
        record=written, numbers=write_tree(tree, numbered=True), position=str(tree.end().position), start=start
    )


@router.post("/api/study/hand", responses=REFUSALS)
async def set_up(placed: Placed, request: Request) -> SetUp:
    """A position by hand, click by click: what cannot be is refused with the reason. Nothing of it is kept."""
    async with ONE_AT_A_TIME:
        return await asyncio.to_thread(set_by_hand, placed, language_of(request))


def set_by_hand(placed: Placed, language: str) -> SetUp:
    """The position after a click."""
    position = read_position(find_game(placed.game), placed.position)
    if placed.tool is not None:
        position = put_by_hand(position, placed.tool, placed.place)
    tools = [
        HandTool(
            words=translated(language, tool.words) if tool.words else "",
            look=tool.look,
            at=tool.places[0] if tool.at == NONE and tool.places else tool.at,
            number=tool.number,
            places=list(tool.places),
        )
        for tool in tools_of(position)
    ]
    return SetUp(position=str(position), start=packed(position), tools=tools)


def packed(position: Position) -> str:
    """A position as the modules keep it."""
    return b64encode(position.state.tobytes()).decode()
