"""What the server writes down while it runs: lines for people or JSON for machines, with the table and request.

Nothing here may hold a secret. A request is named by its route, never by its address, because the address of an
invitation is the invitation; what other libraries say in detail (headers, SQL with its values) stays silent.
"""

from __future__ import annotations

import json
import logging
import secrets
import sys
import time
from asyncio import CancelledError
from contextvars import ContextVar
from datetime import UTC, datetime

from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger(__name__)

REQUEST: ContextVar[str] = ContextVar("request", default="")
TABLE: ContextVar[str] = ContextVar("table", default="")
FACTS = ("request", "table", "method", "route", "status", "ms", "kind", "error")
"""What a line may carry besides its words."""
QUIET_S = 60.0
"""So long a warning is not repeated."""
MOST_TOLD = 1000
LEVELS = ("debug", "info", "warning", "error")


class Context(logging.Filter):
    """Adds which request and which table a line is about."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Every record passes."""
        for name, value in (("request", REQUEST.get()), ("table", TABLE.get())):
            if value and not hasattr(record, name):
                setattr(record, name, value)
        if record.name == "uvicorn.error" and str(record.msg).startswith("Invalid UTF-8"):
            record.exc_info, record.exc_text = None, None  # what a stranger sends is no fault of ours
        return True


class Calm(logging.Filter):
    """Warnings say something new: one line for a database that is gone, and nothing twice in a minute."""

    def __init__(self) -> None:
        super().__init__()
        self.told: set[tuple[object, ...]] = set()
        self.since = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether it is new; a traceback that ends at a database that is gone becomes one line."""
        if record.levelno < logging.WARNING:
            return True
        if record.exc_info and isinstance(record.exc_info[1], CancelledError):
            return False  # whoever ends is interrupted in something, such as closing a connection
        if record.exc_info and (reason := gone(record.exc_info[1])):
            record.msg, record.args, record.exc_info, record.exc_text = "no database: %s", (reason,), None, None
        if "\n" in record.getMessage():  # a driver that explains itself
            record.msg, record.args = record.getMessage().partition("\n")[0], ()
        if time.monotonic() - self.since > QUIET_S or len(self.told) > MOST_TOLD:
            self.told, self.since = set(), time.monotonic()
        words = (record.name, record.getMessage(), *facts_of(record).values())
        is_new = words not in self.told
        self.told.add(words)
        return is_new


def gone(error: BaseException | None) -> str:
    """What the driver said, in a line, if an error comes from a database that does not answer; else nothing."""
    while error is not None:
        if any(kind.__name__ == "OperationalError" for kind in type(error).__mro__):
            return str(error).partition("\n")[0]
        error = error.__cause__
    return ""


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as a line."""
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, object] = {
            "time": when,
            "level": record.levelname.lower(),
            "logger": record.name,
            "words": record.getMessage(),
        }
        line |= facts_of(record)
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class PlainLines(logging.Formatter):
    """Time, level, words, and what it is about."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        """The words with their facts behind."""
        return super().formatMessage(record) + "".join(f" {k}={v}" for k, v in facts_of(record).items())


def facts_of(record: logging.LogRecord) -> dict[str, object]:
    """What a record carries besides its words."""
    return {name: getattr(record, name) for name in FACTS if hasattr(record, name)}


def set_up_logs(level: str = "warning", *, as_json: bool = False) -> None:
    """Where everything that is logged goes: to standard error. Only our own lines get more detailed than warnings."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(Context())
    handler.addFilter(Calm())
    handler.setFormatter(JsonLines() if as_json else PlainLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("smalti").setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "websockets", "sqlalchemy", "aiosqlite", "asyncio"):
        logging.getLogger(name).setLevel(logging.WARNING)


class RequestIds:
    """Gives every request an id, which its lines and its answer carry, and writes one line when it is answered."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As ASGI calls an application."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        request, began, status = secrets.token_hex(6), time.perf_counter(), 500
        REQUEST.set(request)

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.http.response.start", "websocket.accept"):
                status = message.get("status", 101)
                message["headers"] = [*message.get("headers", ()), (b"x-request-id", request.encode())]
            await send(message)

        try:
            await self.app(scope, receive, answer)
        finally:
            facts = {"method": scope.get("method", "WS"), "route": route_of(scope), "status": status}
            log.info("answered", extra=facts | {"ms": round(1000 * (time.perf_counter() - began))})


def route_of(scope: Scope) -> str:
    """The route as it is written in the program, without what was filled in."""
    route = scope.get("route")
    return getattr(route, "path", "") or "(none)"
