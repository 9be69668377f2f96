"""The connections that browsers open to tables: `/ws/<table>`.

Answered before all routes: what a framework keeps for each request would stay as long as somebody looks at a table.
"""

from __future__ import annotations

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
    """A browser at a table."""
    served = services_of(web)
    if not is_same_origin(web.headers, served.settings.origins):
        served.metrics.refused("ForeignOrigin")
        await web.close(FOREIGN, "foreign origin")
        return
    await web.accept()
    language = language_of(web)
    try:
        keeper = await look_at(web.path_params["table_id"], web, served)
    except StoreError as error:
        await web.close(LATER, error.say(language))
        return
    except SmaltiError as error:
        await web.close(NO_TABLE, error.say(language))
        return
    audience = served.audiences.of(keeper)
    socket = Socket(web, audience, person_id_of(web), language, served.workers, served.counts, served.metrics)
    try:
        await socket.serve()
    finally:
        served.audiences.forget(audience)


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
