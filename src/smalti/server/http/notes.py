"""Notes at a point of a finished game: written by who played it, read by everybody, handed out with its record."""

from __future__ import annotations

from fastapi import APIRouter, Request

from smalti.kernel.errors import SmaltiError
from smalti.kernel.words import N_
from smalti.server.http.archive import finished_game, open_to_review, seated_at
from smalti.server.http.bodies import REFUSALS, Note, Noted
from smalti.server.http.services import Served, Services
from smalti.server.http.visitors import Known
from smalti.server.keeping.setting_up import NO_POINT

router = APIRouter(tags=["records"], responses=REFUSALS)
UNSEEN = N_("a note is text that can be seen")


async def noted(game_id: str, served: Services) -> list[Note]:
    """The notes at a game in its order."""
    rows = (await served.store.notes([game_id]))[game_id]
    return [Note(ply=row["ply"], name=row["name"], text=row["text"]) for row in rows]


@router.get("/api/games/{game_id}/notes")
async def read_notes(game_id: str, request: Request, served: Served) -> list[Note]:
    """What was noted at a finished game."""
    await finished_game(game_id, request, served)
    return await noted(game_id, served)


@router.post("/api/games/{game_id}/notes")
async def write_note(game_id: str, note: Noted, request: Request, person: Known, served: Served) -> list[Note]:
    """Notes something at a point of a finished game that one has played, in place of an older note there."""
    await open_to_review(game_id, request, served)
    name = await seated_at(game_id, request, served)
    last, text = len((await served.lobby.find(game_id)).table.match.log), note.text.strip()
    if note.ply > last:
        raise SmaltiError(NO_POINT, last=last, ply=note.ply)
    if not all(letter.isprintable() or letter in "\n\r\t" for letter in text):
        raise SmaltiError(UNSEEN)
    row = {"table_id": game_id, "ply": note.ply, "person_id": person.id, "name": name, "text": text}
    await served.store.write_note(row)
    return await noted(game_id, served)
