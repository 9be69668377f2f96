"""Pages, pictures and files go over the line compressed."""

from __future__ import annotations

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Receive, Scope, Send

LEAST_BYTES = 500
LEVEL = 6
AS_THEY_ARE = "/api/"
"""Answers that may hold a secret beside words of somebody else; compressed, their length would tell of it."""


class Packing(GZipMiddleware):
    """Compresses what pages are made of; what is compressed already stays so."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As ASGI calls an application."""
        if scope["type"] == "http" and not scope["path"].startswith(AS_THEY_ARE):
            await super().__call__(scope, receive, send)
        else:
            await self.app(scope, receive, send)
