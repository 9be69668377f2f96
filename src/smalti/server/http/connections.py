"""The connections that browsers open to tables: `/ws/<table>`.

Answered before all routes: what a framework keeps for each request would stay as long as somebody looks at a table.
"""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.routing import Match, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from smalti.kernel.errors import SmaltiError
from smalti.server.http.services import services_of
from smalti.server.http.visitors import is_same_origin, language_of, look_at, person_id_of
from smalti.server.store.store import StoreError
from smalti.server.wire.socket import Socket

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
    return Socket(web, audience, person_id_of(asked), language, served.workers, served.counts, served.metrics)


ROUTE = WebSocketRoute("/ws/{table_id}", listen)


class Connections:
    """Takes the connections out of what is asked for."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As ASGI calls an application."""
        if scope["type"] == "websocket":
            match, found = ROUTE.matches(scope)
            if match == Match.FULL:
                scope.update(found, route=ROUTE)
                await listen(WebSocket(scope, receive, send))
                return
        await self.app(scope, receive, send)
