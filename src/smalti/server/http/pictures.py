"""Drawings as files: the boxes, and what stands beside the rules."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from smalti.games import find_game
from smalti.server.http.bodies import PAGE_REFUSALS, SVG
from smalti.server.http.covers import cover_svg
from smalti.server.http.headers import PICTURE_POLICY
from smalti.server.http.rules import picture_svg
from smalti.server.http.visitors import language_of

router = APIRouter(tags=["pages"], responses=PAGE_REFUSALS)


@router.get("/rules/{game}/picture/{section}.svg", response_class=Response, responses=SVG)
async def rules_picture(game: str, section: str, request: Request) -> Response:
    """A picture beside the rules."""
    return picture(picture_svg(find_game(game).name, section, language_of(request)))


@router.get("/cover/{game}.svg", response_class=Response, responses=SVG)
async def cover(game: str) -> Response:
    """The picture on the box."""
    return picture(cover_svg(find_game(game)))


def picture(svg: str) -> Response:
    """A drawing as a file."""
    headers = PICTURE_POLICY | {"Cache-Control": "public, max-age=3600"}
    return Response(svg, media_type="image/svg+xml", headers=headers)
