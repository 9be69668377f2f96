"""The pages: shelf, table, own games, rules, about."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from fastapi.templating import Jinja2Templates
from markdown_it import MarkdownIt

from smalti.bots import BOTS
from smalti.games import GAMES, find_game
from smalti.kernel.chance import Chance
from smalti.kernel.clauses import rules_page
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.match import Match
from smalti.kernel.reason import Verbatim
from smalti.kernel.words import LANGUAGES, N_, say
from smalti.server.api import language_of, lobby_of, person_id_of, today
from smalti.server.wire import eyes

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
TEMPLATES = Jinja2Templates(Path(__file__).parent.parent / "web" / "templates")
MOVES_ON_COVER = 40


def page(request: Request, name: str, **facts: object) -> Response:
    """A page in the reader's language."""
    language = language_of(request)

    def _(text: str, **values: object) -> str:
        return say(language, text, {name: Verbatim(str(value)) for name, value in values.items()})

    shared = {"_": _, "language": language, "languages": LANGUAGES, "games": GAMES.values(), "path": request.url.path}
    return TEMPLATES.TemplateResponse(request, name, {**shared, **facts})


@router.get("/")
async def shelf(request: Request) -> Response:
    """The games to choose from."""
    return page(request, "shelf.html", bots=BOTS.values(), day=today())


@router.get("/set-up/{game}")
async def set_up(game: str, request: Request) -> Response:
    """A table as one wishes it."""
    return page(request, "set_up.html", game=find_game(game), bots=BOTS.values())


@router.get("/table/{table_id}")
async def table(table_id: str, request: Request) -> Response:
    """A table."""
    found = await lobby_of(request).find(table_id)
    return page(request, "table.html", table=found, game=found.game, bots=BOTS.values(), words=table_words(request))


WORDS = {
    "winner": N_("wins"),
    "invited": N_("invited"),
    "bot": N_("bot"),
    "thinking": N_("is thinking"),
    "turn": N_("to move"),
    "your_turn": N_("Your turn"),
    "offline": N_("The connection is gone; trying again. Nothing is lost."),
    "failed": N_("That did not work; please try again."),
    "hand_over": N_("Hand my seat to a bot"),
    "take_back_seat": N_("Take my seat back"),
    "again": N_("Play again"),
    "same_deal": N_("Play this deal again"),
    "record": N_("Download the record"),
    "picture": N_("Download the picture"),
}
"""What the client says by itself."""


def table_words(request: Request) -> dict[str, str]:
    """The client's words in the reader's language."""
    language = language_of(request)
    return {name: say(language, text) for name, text in WORDS.items()}


@router.get("/join/{token}")
async def invitation(token: str, request: Request) -> Response:
    """An invitation; taking it is a click, not a link that a preview could follow."""
    return page(request, "join.html", token=token)


@router.get("/my-games")
async def my_games(request: Request) -> Response:
    """The tables somebody sits at, those first where it is their turn."""
    lobby, person_id = lobby_of(request), person_id_of(request)
    tables = [await lobby.find(one) for one in await lobby.store.tables_of(person_id or "")]
    rows = [(one, eyes(one, person_id) in one.match.position.actors()) for one in tables]
    rows.sort(key=lambda row: (row[0].match.position.is_over, not row[1]))
    return page(request, "my_games.html", rows=rows)


@router.get("/daily/{game}")
async def daily(game: str, request: Request) -> Response:
    """Today's challenge with its list of scores."""
    found, lobby = find_game(game), lobby_of(request)
    tables = [await lobby.find(one) for one in await lobby.store.tables_of_challenge(f"daily {game} {today()}")]
    done = [one for one in tables if one.match.position.is_over]
    done.sort(key=lambda one: -one.match.position.scores()[0])
    return page(request, "daily.html", game=found, day=today(), done=done, playing=len(tables) - len(done))


@router.get("/rules/{game}")
async def rules(game: str, request: Request) -> Response:
    """The numbered rules."""
    return page(request, "rules.html", game=find_game(game), text=rules_html(game, language_of(request)))


@cache
def rules_html(game: str, language: str) -> str:
    """The rules page of a game, each clause with an anchor of its own."""
    html = MarkdownIt().render(rules_page(game, language))
    return re.sub(r"<p><strong>(\d+\.\d+)</strong>", r'<p id="clause-\1"><strong>\1</strong>', html)


@router.get("/about")
async def about(request: Request) -> Response:
    """Whose games these are, and what is reconstructed."""
    return page(request, "about.html")


@router.get("/language/{language}")
async def choose_language(language: str, request: Request) -> Response:
    """Remembers a language and goes back."""
    back = request.query_params.get("to", "/")
    answer = RedirectResponse(back if back.startswith("/") and not back.startswith("//") else "/", 303)
    if language in LANGUAGES:
        answer.set_cookie("language", language, 365 * 24 * 3600, samesite="lax")
    return answer


@router.get("/cover/{game}.svg")
async def cover(game: str) -> Response:
    """The picture on the box: a board in the middle of a game."""
    return Response(cover_svg(find_game(game)), media_type="image/svg+xml")


@cache
def cover_svg(game: Game) -> str:
    """A board after some moves of the game's own policy; always the same."""
    match = Match.new(game, game.seat_counts[1], {}, Chance.from_seed(3, "cover"))
    for number in range(MOVES_ON_COVER):
        if match.position.is_over:
            break
        seat = match.position.actors()[0]
        moves = match.position.legal_moves(seat)
        match.play(seat, moves[number * 7919 % len(moves)])
    return game.scene(match.position.state, CHANCE, "en").svg
