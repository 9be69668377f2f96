"""What went wrong, as a page for a browser and as JSON for everybody else."""

from __future__ import annotations

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from smalti.kernel.errors import SmaltiError, UnknownGame
from smalti.kernel.words import N_, catalogue
from smalti.server.api import language_of
from smalti.server.headers import HEADERS
from smalti.server.pages import page
from smalti.server.store import StoreError
from smalti.server.table import NotYours

STATUS = {UnknownGame: 404, NotYours: 403, StoreError: 503}

WORDS = {
    404: N_("There is no page at this address."),
    405: N_("This cannot be done in this way."),
    500: N_("Something broke on our side. Every move that was made is kept."),
}
UNREADABLE = N_("This could not be understood; please go back and try again.")


def is_for_a_page(request: Request) -> bool:
    """Whether a person in a browser will read the answer."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(("/api/", "/static/"))


def answer(request: Request, status: int, words: str) -> Response:
    """The sentence in the reader's language, as a page or as JSON."""
    spoken = catalogue(language_of(request)).gettext(words)
    if is_for_a_page(request):
        return page(request, "error.html", status, words=spoken)
    return JSONResponse({"words": spoken}, status)


async def refuse(request: Request, error: Exception) -> Response:
    """What somebody did wrong, as a sentence with the right status."""
    status = next((code for kind, code in STATUS.items() if isinstance(error, kind)), 400)
    return answer(request, status, str(error))


async def refuse_address(request: Request, error: Exception) -> Response:
    """An address or a method that there is not."""
    assert isinstance(error, HTTPException)
    return answer(request, error.status_code, WORDS.get(error.status_code, str(error.detail)))


async def refuse_body(request: Request, _: Exception) -> Response:
    """A request whose fields are not what was expected."""
    return answer(request, 400, UNREADABLE)


async def admit(request: Request, _: Exception) -> Response:
    """A fault of the server; the log has the rest."""
    response = answer(request, 500, WORDS[500])
    response.headers.update(HEADERS)  # the guard never sees this answer
    return response


HANDLERS = {
    SmaltiError: refuse,
    HTTPException: refuse_address,
    RequestValidationError: refuse_body,
    Exception: admit,
}
