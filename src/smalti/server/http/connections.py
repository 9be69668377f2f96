"""The connections that browsers open: `/ws/<table>` to a table, `/live/club` to the club.

Answered before all routes: what a framework keeps for each request would stay as long as somebody looks at a table.
"""

from __future__ import annotations

from functools import partial

from starlette.requests import HTTPConnection
from starlette.routing import Match, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from smalti.kernel.errors import SmaltiError
from smalti.server.http.club import PARTS, show
from smalti.server.http.protocols import LINE
from smalti.server.http.services import services_of
from smalti.server.http.visitors import is_same_origin, language_of, look_at, person_id_of
from smalti.server.store.store import StoreError
from smalti.server.wire.socket import Socket
from smalti.server.wire.visits import Visit

FOREIGN, NO_TABLE, LATER = 4403, 4404, 1013
"""The codes of connections that are closed at once."""


async def listen(web: WebSocket) -> None:
    """A browser at a table; what it said when it came is not kept as long as it looks."""
    socket = await take_in(web, HTTPConnection(web.scope))
    web.scope["headers"] = []
    if socket is None:
        return
    try:
        await socket.serve()
    finally:
        services_of(web).audiences.forget(socket.audience)


async def take_in(web: WebSocket, asked: HTTPConnection) -> Socket | None:
    """The connection in its audience; none if it was closed at once."""
    served = services_of(asked)
    if not is_same_origin(asked.headers, served.settings.origins):
        served.metrics.refused("ForeignOrigin")
        await web.close(FOREIGN, "foreign origin")
        return None
    await web.accept()
    language = language_of(asked)
    try:
        keeper = await look_at(asked.path_params["table_id"], asked, served)
    except SmaltiError as error:
        await web.close(LATER if isinstance(error, StoreError) else NO_TABLE, error.say(language))
        return None
    audience = served.audiences.of(keeper)
    who, line = person_id_of(asked), web.scope.get("extensions", {}).get(LINE)
    return Socket(web, audience, who, language, served.workers, served.counts, served.metrics, line)


async def visit(web: WebSocket) -> None:
    """A browser at a page of the club; it says which parts of it the page shows."""
    asked = HTTPConnection(web.scope)
    served = services_of(asked)
    if not is_same_origin(asked.headers, served.settings.origins):
        served.metrics.refused("ForeignOrigin")
        await web.close(FOREIGN, "foreign origin")
        return
    await web.accept()
    wanted = frozenset(PARTS) & {*asked.query_params.get("parts", "").split(",")}
    try:
        who = person_id_of(asked)
    except StoreError as error:
        await web.close(LATER, error.say(language_of(asked)))
        return
    visitor = Visit(web, served.room, who, language_of(asked), served.counts, wanted, partial(show, served))
    web.scope["headers"] = []
    await visitor.serve()


ROUTES = (WebSocketRoute("/ws/{table_id}", listen), WebSocketRoute("/live/club", visit))


class Connections:
    """Takes the connections out of what is asked for."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As ASGI calls an application."""
        if scope["type"] == "websocket":
            for route in ROUTES:
                match, found = route.matches(scope)
                if match == Match.FULL:
                    scope.update(found, route=route)
                    await route.endpoint(WebSocket(scope, receive, send))
                    return
        await self.app(scope, receive, send)
