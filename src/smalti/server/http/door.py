"""Everything that comes in passes here first: not too often, not too much, not too slowly, not from a foreign page."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from smalti.kernel.errors import SmaltiError
from smalti.kernel.words import N_
from smalti.server.http.headers import FILES, HEADERS, PERSONAL
from smalti.server.http.refusals import refuse, refuse_address
from smalti.server.http.services import services_of
from smalti.server.http.visitors import is_same_origin, recognise, signed_id_of
from smalti.server.operation.limits import CROWDED, Counts, Limits, TooMany, TooMuch, address_of
from smalti.server.table.refusals import NotYours

FOREIGN = N_("this can only be asked from our own page")
CHANGES = ("POST", "PUT", "PATCH", "DELETE")


class Door:
    """Counts requests and connections, refuses foreign pages, and adds the headers that keep an answer ours."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As ASGI calls an application."""
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._connection(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        served = services_of(request)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                served.metrics.requests.labels(request.method, message["status"]).inc()
                headers = MutableHeaders(scope=message)
                usual = FILES if scope["path"].startswith("/static/") else HEADERS | PERSONAL
                for name, value in usual.items():
                    headers.setdefault(name, value)
                if "Content-Encoding" in headers:
                    del headers["Accept-Ranges"]  # what is packed on its way has no parts to ask for
            await send(message)

        try:
            self._check(request)
            if not scope["path"].startswith("/static/"):
                await recognise(request)
        except (TooMuch, NotYours) as error:
            await (await refuse(request, error))(scope, receive, guarded)
        except HTTPException as error:
            await (await refuse_address(request, error))(scope, receive, guarded)
        else:
            await self.app(scope, limited(receive, served.counts.limits), guarded)

    def _check(self, request: Request) -> None:
        """Raises what is wrong with a request before anything of it is read."""
        served = services_of(request)
        served.counts.count("request", address_of(request), signed_id_of(request))
        if request.method in CHANGES and not is_same_origin(request.headers, served.settings.origins):
            raise NotYours(FOREIGN)
        check_length(request.headers, served.counts.limits)

    async def _connection(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            counts, who = await self._admit(HTTPConnection(scope))
            with counts.socket(*who):
                await self.app(scope, receive, send)
        except TooMuch as error:
            web, asked = WebSocket(scope, receive, send), Request({**scope, "type": "http", "method": "GET"})
            await web.receive()
            await web.send_denial_response(await refuse(asked, error))

    async def _admit(self, asked: HTTPConnection) -> tuple[Counts, tuple[str, str | None]]:
        """Who comes, counted; while there is hardly room, only people who have a seat at a table come to it."""
        served, who = services_of(asked), (address_of(asked), signed_id_of(asked))
        served.counts.count("connect", *who)
        await recognise(asked)
        if not served.gate.is_crowded:
            return served.counts, who
        with suppress(SmaltiError):
            keeper = await served.lobby.find(asked.url.path.rpartition("/")[2])
            if keeper.table.seats_of(who[1]):
                return served.counts, who
        raise TooMany(CROWDED, served.counts.limits.wait_s)


def check_length(headers: Headers, limits: Limits) -> None:
    """Refuses a body that says itself that it is too long."""
    stated = headers.get("content-length", "0")
    if stated.isdecimal() and 0 < limits.body_bytes < int(stated):
        raise HTTPException(413)


def limited(receive: Receive, limits: Limits) -> Receive:
    """What comes in of a request, up to the limit and without endless waiting."""
    so_far, deadline = 0, asyncio.get_running_loop().time() + limits.wait_s if limits.wait_s else None

    async def read() -> Message:
        nonlocal so_far
        if so_far < 0:
            return await receive()  # the request is read; now only its end is waited for
        try:
            async with asyncio.timeout_at(deadline):
                message = await receive()
        except TimeoutError:
            raise HTTPException(408) from None
        so_far += len(message.get("body", b""))
        if 0 < limits.body_bytes < so_far:
            raise HTTPException(413)
        if not message.get("more_body"):
            so_far = -1
        return message

    return read
