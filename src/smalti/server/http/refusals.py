"""What went wrong, as a page for a browser and as JSON for everybody else."""

from __future__ import annotations

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from smalti.bots.bot import BotFailed
from smalti.kernel.errors import SmaltiError, UnknownGame
from smalti.kernel.words import N_, say
from smalti.server.http.headers import HEADERS
from smalti.server.http.pages import page
from smalti.server.http.services import services_of
from smalti.server.http.visitors import language_of
from smalti.server.operation.limits import TooMuch
from smalti.server.store.store import StoreError
from smalti.server.table.refusals import NotYours

STATUS = {UnknownGame: 404, NotYours: 403, StoreError: 503, BotFailed: 503, TooMuch: 429}

WORDS = {
    404: N_("There is no page at this address."),
    405: N_("This cannot be done in this way."),
    408: N_("The rest of the request did not come."),
    413: N_("This is too long."),
    500: N_("Something broke on our side. Every move that was made is kept."),
}
UNREADABLE = N_("This could not be understood; please go back and try again.")


def is_for_a_page(request: Request) -> bool:
    """Whether a person in a browser will read the answer."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(("/api/", "/static/"))


def answer(request: Request, status: int, words: str) -> Response:
    """The sentence as a page or as JSON."""
    if is_for_a_page(request):
        return page(request, "error.html", status, words=words)
    return JSONResponse({"words": words}, status)


async def refuse(request: Request, error: Exception) -> Response:
    """What somebody did wrong, as a sentence with the right status."""
    status = next((code for kind, code in STATUS.items() if isinstance(error, kind)), 400)
    assert isinstance(error, SmaltiError)
    services_of(request).metrics.refused(error)
    response = answer(request, status, error.say(language_of(request)))
    if isinstance(error, TooMuch):
        response.headers["Retry-After"] = str(error.wait_s)
    return response


async def refuse_address(request: Request, error: Exception) -> Response:
    """An address or a method that there is not."""
    assert isinstance(error, HTTPException)
    services_of(request).metrics.refused(f"Status{error.status_code}")
    return answer(request, error.status_code, say(language_of(request), WORDS.get(error.status_code, UNREADABLE)))


async def refuse_body(request: Request, _: Exception) -> Response:
    """A request whose fields are not what was expected."""
    services_of(request).metrics.refused("Unreadable")
    return answer(request, 400, say(language_of(request), UNREADABLE))


async def admit(request: Request, _: Exception) -> Response:
    """A fault of the server; the log has the rest."""
    response = answer(request, 500, say(language_of(request), WORDS[500]))
    response.headers.update(HEADERS)  # the guard never sees this answer
    return response


HANDLERS = {
    SmaltiError: refuse,
    HTTPException: refuse_address,
    RequestValidationError: refuse_body,
    Exception: admit,
}
