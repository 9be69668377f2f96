"""The players' lobby: where people meet, and the doors to all that brings them together."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from smalti.server.http.bodies import PAGE_REFUSALS
from smalti.server.http.pages import page

pages = APIRouter(default_response_class=HTMLResponse, tags=["pages"], responses=PAGE_REFUSALS)


@pages.get("/club")
async def club(request: Request) -> Response:
    """Who is there, which tables are open, and where else to go."""
    return page(request, "club.html")
