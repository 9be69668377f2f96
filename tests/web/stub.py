"""A small server for looking at the page alone: it speaks the wire from real rows, keeps nothing and trusts everybody.

Run by hand: `python -m tests.web.stub [PORT]`, then open `/table/pebbles-2-bot` or `/table/mosaix-2-hot`.
"""

from __future__ import annotations

import asyncio
import random
import sys
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import jinja2
import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles

from examples.pebbles.game import PEBBLES
from smalti.games import GAMES
from smalti.kernel.chance import Chance
from smalti.kernel.match import Match
from smalti.kernel.position import Position
from smalti.kernel.reader import reader
from smalti.kernel.stage import catalogue_text
from smalti.kernel.telling import Telling, clause_text
from smalti.kernel.words import translated

WEB = Path(__file__).parents[2] / "src" / "smalti" / "web"
CATALOGUES: dict[str, str] = {}
app = FastAPI()
app.mount("/static", StaticFiles(directory=WEB / "static"))


class Play:
    """One table."""

    def __init__(self, name: str) -> None:
        game, seats, self.mode = name.split("-")
        self.game = PEBBLES if game == "pebbles" else GAMES[game]
        self.reader = reader(self.game)
        self.match = Match.new(self.game, int(seats), {}, Chance.from_seed(7, name))
        self.seats = int(seats)
        self.mine = list(range(self.seats)) if self.mode == "hot" else [] if self.mode == "watch" else [0]
        self.random = random.Random(3)
        self.sent: tuple[int, int] | None = None

    @property
    def position(self) -> Position:
        return self.match.position

    def catalogue(self, language: str = "en") -> tuple[dict[str, Any], str]:
        stage = self.game.tables.stage(self.position.state)
        text, name = catalogue_text(self.game.name, stage, language)
        CATALOGUES[name] = text
        import json

        found = json.loads(text)
        for part in ("places", "looks", "kinds"):
            found[part] = {int(number): one for number, one in found[part].items()}
        return found, name

    @property
    def eyes(self) -> int:
        acting = [seat for seat in self.position.actors() if seat in self.mine]
        return acting[0] if acting else (self.mine[0] if self.mine else -1)

    def event(self, n: int, eyes: int) -> dict[str, Any]:
        event = self.match.log[n]
        rows = self.reader.happens(event.before.state, eyes, event.by, event.move)
        return {"by": event.by, "rows": list(chain.from_iterable(rows)), "note": ""}

    def earns(self, position: Position, eyes: int) -> dict[str, Any]:
        view = self.game.course.view(position.state, eyes)
        return {str(s): list(chain.from_iterable(self.reader.earns(view, s))) for s in range(self.seats)}

    def message(self, whole: bool = False) -> dict[str, Any]:
        position, eyes = self.position, self.eyes
        view = self.game.course.view(position.state, eyes)
        number = len(self.match.log)
        whole = whole or self.sent is None or self.sent[1] != eyes or self.sent[0] > number
        first = 0 if whole or self.sent is None else self.sent[0]
        scores, acting = position.scores(), list(position.actors())
        is_asked = eyes in acting
        flat = chain.from_iterable
        seats = [
            {
                "seat": s, "name": ["Ada", "Blaise", "Cleo", "Dora"][s], "mine": s in self.mine, "invited": False,
                "bot": None if s in self.mine else "random", "here": True, "score": scores[s], "facts": {},
            }
            for s in range(self.seats)
        ]  # fmt: skip
        found = {
            "type": "table", "whole": whole, "number": number, "catalogue": self.catalogue()[1],
            "game": self.game.name, "seat": eyes, "mine": self.mine, "cover": False, "started": True,
            "over": position.is_over, "acting": acting, "can_undo": bool(self.mine) and self.match.can_undo(eyes),
            "undo_seat": eyes, "aids": {"undo": True, "hints": True}, "may_add": False, "commitment": "00",
            "seats": seats, "winners": list(position.winners()) if position.is_over else [], "ending": {},
            "watching": 0, "preparing": None, "waiting": "Waiting for Blaise.",
            "offers": list(flat(self.reader.offers(view, eyes))) if is_asked else [],
            "paths": list(flat(self.reader.paths(view, eyes))) if is_asked else [],
            "asks": list(flat(self.reader.asks(view, eyes))) if is_asked else [],
            "earns": self.earns(position, eyes), "log_from": first,
            "log": [self.event(n, eyes) for n in range(first, number)],
        }  # fmt: skip
        found["pieces" if whole else "from"] = list(flat(self.reader.pieces(view, eyes))) if whole else first
        self.sent = number, eyes
        return found


PLAYS: dict[str, Play] = {}


def play_of(name: str) -> Play:
    if name not in PLAYS:
        PLAYS[name] = Play(name)
    return PLAYS[name]


@cache
def templates() -> jinja2.Environment:
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(WEB / "templates"), autoescape=True)
    environment.globals["_"] = lambda text, **values: text.format(**values)
    return environment


@app.get("/table/{name}")
def table(name: str, fresh: bool = False) -> HTMLResponse:
    if fresh:
        PLAYS.pop(name, None)
    try:
        from smalti.server.http import pages
    except ImportError:
        from smalti.server import pages

    words = {key: translated("en", text).replace("{{", "{").replace("}}", "}") for key, text in pages.WORDS.items()}
    body = templates().get_template("table.html").render(
        table={"id": name}, game=play_of(name).game, words=words, bots=[{"name": "random"}], language="en",
        languages=["en", "fr"], path="/",
    )  # fmt: skip
    return HTMLResponse(body)


@app.get("/catalogues/{name}.json")
def catalogue(name: str) -> Response:
    return Response(CATALOGUES[name], media_type="application/json")


@app.get("/rules/{game}")
def rules(game: str) -> HTMLResponse:
    words = "".join(
        f'<p class="clause" id="clause-{s}.{n}"><a class="number">{s}.{n}</a><span>Clause {s}.{n} of {game}.</span></p>'
        for s in range(1, 9)
        for n in range(1, 15)
    )
    return HTMLResponse(f'<div class="clauses"><section class="rule-section">{words}</section></div>')


@app.get("/api/tables/{name}/at/{ply}")
def at(name: str, ply: int) -> JSONResponse:
    play = play_of(name)
    log = play.match.log
    position = log[ply].before if ply < len(log) else play.position
    view = play.game.course.view(position.state, play.eyes)
    pieces = list(chain.from_iterable(play.reader.pieces(view, play.eyes)))
    return JSONResponse(
        {"ply": ply, "pieces": pieces, "earns": play.earns(position, play.eyes), "totals": list(position.scores())}
    )


@app.websocket("/ws/{name}")
async def line(socket: WebSocket, name: str) -> None:
    await socket.accept()
    play = play_of(name)
    play.sent = None
    await socket.send_json(play.message(True))
    try:
        await bots(socket, play)
        while True:
            await answer(socket, play, await socket.receive_json())
    except WebSocketDisconnect:
        return


async def bots(socket: WebSocket, play: Play) -> None:
    """Whoever is no person plays at random."""
    while (acting := [s for s in play.position.actors() if s not in play.mine]) and not play.position.is_over:
        await asyncio.sleep(0.25)
        play.match.play(acting[0], play.random.choice(play.position.legal_moves(acting[0])))
        await socket.send_json(play.message())


async def answer(socket: WebSocket, play: Play, said: dict[str, Any]) -> None:
    kind = said["type"]
    view = play.game.course.view(play.position.state, play.eyes)
    if kind == "move":
        play.match.play(said["seat"], said["move"])
        await socket.send_json({"type": "done", "id": said["id"]})
        await socket.send_json(play.message())
        await bots(socket, play)
    elif kind == "undo":
        play.match.undo(said["seat"])
        await socket.send_json({"type": "done", "id": said["id"]})
        await socket.send_json(play.message(True))
    elif kind == "whole":
        await socket.send_json(play.message(True))
    elif kind == "foresee":
        told = [
            [m, list(chain.from_iterable(play.reader.happens(view, said["seat"], said["seat"], m)))]
            for m in said["moves"]
        ]
        await socket.send_json({"type": "foreseen", "number": said["number"], "moves": told})
    elif kind == "why":
        row = play.reader.refuses(view, said["seat"], tuple(said["path"]))
        if row:
            words = Telling(play.catalogue()[0], ["Ada", "Blaise", "Cleo", "Dora"]).refusal(row)
            await socket.send_json({"type": "refused", "id": None, "words": words, "clause": clause_text(row.clause)})
    elif kind == "hint":
        path = play.reader.paths(view, said["seat"])[0]
        await socket.send_json(
            {
                "type": "hint",
                "number": len(play.match.log),
                "stage": said["stage"],
                "places": path.places[:1] if said["stage"] == 1 else path.places,
                **({"move": path.move, "label": "x"} if said["stage"] > 1 else {}),
            }
        )


if __name__ == "__main__":
    uvicorn.run(app, port=int(sys.argv[1]) if len(sys.argv) > 1 else 8700, log_level="warning")
