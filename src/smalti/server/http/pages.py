"""The pages: shelf, table, own games, rules, about."""

from __future__ import annotations

from functools import cache
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from smalti.bots import BOTS, Bot
from smalti.bots.characters import CHARACTERS
from smalti.bots.levels import LEVELS
from smalti.bots.sources import FURTHER_BOTS
from smalti.games import GAMES, find_game
from smalti.kernel.game import Game, Option
from smalti.kernel.words import LANGUAGES, N_, say
from smalti.puzzles.puzzle import shipped as shipped_puzzles
from smalti.server.club.sitting import arrive
from smalti.server.club.talk import may_talk
from smalti.server.http.bodies import PAGE_REFUSALS
from smalti.server.http.days_off import days_off_facts
from smalti.server.http.overview import ago, asked_again, listed_tables
from smalti.server.http.pace_words import OVERS, PACE_WORDS, PACES, say_pace, time_left
from smalti.server.http.parts import TEMPLATES, words_in
from smalti.server.http.rules import picture_sizes, pictures_of, sections
from smalti.server.http.services import Served, Services
from smalti.server.http.set_up_words import AIDS, KINDS
from smalti.server.http.visitors import language_of, look_at, person_id_of
from smalti.server.keeping.ids import hash_token
from smalti.server.operation import clock
from smalti.server.table import rating
from smalti.server.table.paces import STANDS_IN
from smalti.wasm.shipping import read_manifest

router = APIRouter(default_response_class=HTMLResponse, tags=["pages"], responses=PAGE_REFUSALS)
RUNNING_ON_SHELF = 6
NEWEST = 30
"""How many of somebody's tables the shelf looks through."""
FILL_MINUTES = (2, 5, 15, 60)
"""After so long bots may take the free seats of an open table."""


def page(request: Request, template: str, status: int = 200, /, **facts: object) -> Response:
    """A page in the reader's language."""
    language = language_of(request)
    query = f"?{request.url.query}" if request.url.query else ""
    shared = {
        "_": words_in(language),
        "language": language,
        "languages": LANGUAGES,
        "games": GAMES.values(),
        "path": quote(request.url.path + query, safe="/"),
        "keeps": " ".join(shipped()),
    }
    return TEMPLATES.TemplateResponse(request, template, {**shared, **facts}, status)


@cache
def shipped() -> tuple[str, ...]:
    """The games that have a module for browsers; whether it is of today's sources is seen when somebody asks for it."""
    return tuple(name for name in read_manifest() if name in GAMES)


async def name_of(request: Request, served: Services) -> str:
    """The name somebody has chosen, empty for somebody new."""
    person_id = person_id_of(request)
    known = await served.store.person(person_id) if person_id else None
    return known["name"] if known else ""


@router.get("/")
async def shelf(request: Request, served: Served) -> Response:
    """The games to choose from, and above them what somebody is playing."""
    found = await listed_tables(served.lobby, person_id_of(request), NEWEST)
    running = [one for one in found if not one.over][:RUNNING_ON_SHELF]
    puzzled = [name for name, game in GAMES.items() if shipped_puzzles(game)]
    return page(request, "shelf.html", running=running, bot=opponents()[0], ago=since(request), puzzled=puzzled)


def opponents() -> list[Bot]:
    """The bots to play against, the mildest first; others of the house are yardsticks for programs."""
    return [*house_bots(), *CHARACTERS, *FURTHER_BOTS]


def house_bots() -> list[Bot]:
    """Those that a browser can play against by itself."""
    return [BOTS[name] for name in LEVELS]


def since(request: Request) -> object:
    """For a page: how long ago a moment is, or how much time is left until it, in the reader's words."""
    language, now = language_of(request), clock.now()
    return lambda then, left=False: time_left(language, then - now) if left else ago(language, then, now)


@router.get("/set-up/{game}")
async def set_up(game: str, request: Request, served: Served) -> Response:
    """A table as one wishes it."""
    person_id = person_id_of(request)
    known = await served.store.person(person_id) if person_id else None
    who = {"name": known["name"] if known else "", "kept": bool(known and known["kept"])}
    return page(request, "set_up.html", **set_up_facts(find_game(game), opponents()), **who, why=rating)


def set_up_facts(game: Game, bots: list[Bot]) -> dict[str, object]:
    """What can be chosen for a table."""
    return {
        "game": game,
        "bots": bots,
        "here": LEVELS,
        "kinds": KINDS,
        "aids": AIDS,
        "paces": PACES,
        "overs": OVERS,
        "stands_in": STANDS_IN,
        "options": choices(game),
        "seats": 2 if 2 in game.facts.seat_counts else game.facts.seat_counts[0],
        "minutes": FILL_MINUTES,
    }


def choices(game: Game) -> list[Option]:
    """The options of a game that leave something to choose."""
    return [option for option in game.facts.options if option.several or len(option.values) > 1]


@router.get("/table/{table_id}")
async def table(table_id: str, request: Request, served: Served) -> Response:
    """A table."""
    found = (await look_at(table_id, request, served)).table
    if table_id in served.room.known:
        await arrive(served.meeting, table_id, person_id_of(request))
    facts = table_facts(found.game, table_words(request))
    return page(request, "table.html", table=found, talks=may_talk(found), **facts)


def table_facts(game: Game, words: dict[str, str]) -> dict[str, object]:
    """What the page of a table knows of its game."""
    return {"game": game, "bots": BOTS.values(), "bot": opponents()[0], "words": words}


WORDS = {
    "winner": N_("wins"),
    "invited": N_("invited"),
    "away": N_("away"),
    "bot": N_("bot"),
    "thinking": N_("is thinking"),
    "preparing": N_("is getting ready: step {{done}} of {{of}} ({{percent}} %), the first time only"),
    "turn": N_("to move"),
    "your_turn": N_("Your turn"),
    "no_points": N_("No points yet."),
    "rule": N_("rule {{clause}}"),
    "choose": N_("choose this"),
    "hint": N_("Hint"),
    "hint_move": N_("Show the move"),
    "hint_why": N_("Why?"),
    "hint_look": N_("Look here."),
    "hint_wait": N_("Thinking about your move"),
    "hint_preparing": N_("Getting ready to think: step {{done}} of {{of}} ({{percent}} %), the first time only"),
    "hint_as_good": N_("expected best"),
    "hint_worse": N_("{{points}} points fewer"),
    "hint_worse_one": N_("{{points}} point fewer"),
    "replaying": N_("Replay: point {{ply}} of {{all}}"),
    "asked": N_("{{name}}: {{question}}"),
    "round": N_("Round {{number}}"),
    "log_empty": N_("Nothing has happened yet."),
    "offline": N_("The connection is gone; trying again. Nothing is lost."),
    "failed": N_("That did not work; please try again."),
    "copy": N_("Copy"),
    "copy_link": N_("Copy the link"),
    "link_for": N_("Invitation for {{name}}"),
    "share": N_("Share"),
    "code": N_("QR code"),
    "code_for": N_("QR code of the invitation for {{name}}"),
    "link_elsewhere": N_("{{name}} has not come yet; the link is with whoever made it."),
    "new_link": N_("New link"),
    "new_link_why": N_("A new link for {{name}}; the old one stops working."),
    "new_link_sure": N_("With a new link the old one stops working, also for somebody who has it already."),
    "watching": N_("Looking on: {{count}}"),
    "hand_screen": N_("Hand the screen to {{name}}"),
    "i_am": N_("I am {{name}}"),
    "hand_over": N_("Hand my seat to a bot"),
    "hand_over_sure": N_("A bot plays on in your place at once; what it does cannot be taken back. Your seat can."),
    "ask_again": N_("Ask the bot again"),
    "take_back_seat": N_("Take my seat back"),
    "wins_with": N_("{{names}} wins with {{points}} points."),
    "wins_with_one": N_("{{names}} wins with {{points}} point."),
    "you_win": N_("You win with {{points}} points."),
    "you_win_one": N_("You win with {{points}} point."),
    "shared_win": N_("{{names}} share the win with {{points}} points."),
    "shared_win_one": N_("{{names}} share the win with {{points}} point."),
    "you_share": N_("You share the win with {{names}}: {{points}} points each."),
    "you_share_one": N_("You share the win with {{names}}: {{points}} point each."),
    "tie": N_("Equal points:"),
    "solo_result": N_("You end with {{points}} points."),
    "solo_result_one": N_("You end with {{points}} point."),
    "solo_ranked": N_("You end with {{points}} points: {{rank}}."),
    "solo_ranked_one": N_("You end with {{points}} point: {{rank}}."),
    "understood": N_("Understood"),
    "new_here": N_("New to {{game}}? A guided first game shows it in a minute."),
    "learn": N_("Learn in a minute"),
    "no_thanks": N_("No, thanks"),
    "step": N_("{{step}} of {{steps}}"),
    "next": N_("Next"),
    "skip_lesson": N_("Skip the lesson"),
    "first_game": N_("Play your first game"),
    "once_more": N_("Once more"),
    "grading": N_("Looking at your answer"),
    "again": N_("Play again"),
    "rematch_asked": N_("{{name}} wants to play again."),
    "rematch_accept": N_("Play again with the same people"),
    "ahead_open": N_("Prepare my turn"),
    "ahead_now": N_(
        "As if it were your turn: what you click is done when it comes, if it still does the same for you. "
        "Nobody else sees it."
    ),
    "ahead_prepared": N_("Prepared for your turn:"),
    "ahead_unfit": N_("As the table stands now, this would not be done."),
    "ahead_done": N_("Done"),
    "ahead_back": N_("Withdraw the last"),
    "ahead_withdraw": N_("Withdraw"),
    "ahead_change": N_("Change it"),
    "rematch_not": N_("{{name}} does not play again."),
    "rematch_not_me": N_("You have said that you do not play again."),
    "fill": N_("A bot takes this seat"),
    "fill_sure": N_("Does a bot take this seat? The link to it stops working."),
    "rematch_waits": N_("The others were asked to play again."),
    "rematch_go": N_("Go to the new table"),
    "same_deal": N_("Play this deal again"),
    "more": N_("More"),
    "record": N_("Save the record"),
    "check": N_("Check this game"),
    "review": N_("Review"),
    "study": N_("On the study board"),
    "picture": N_("Share a picture"),
    "show_again": N_("Show again what {{name}} did"),
    "ceremony": N_("Count the points again"),
    "points": N_("points"),
    "skip": N_("Skip"),
    "close": N_("Close"),
    "best_moment": N_("The best moment: {{name}} {{deed}}. The score rose by {{points}} with that one move."),
    "show_it": N_("Show it"),
    "open_elsewhere": N_("This game is open in another tab; it goes on here when that one is closed."),
    "not_kept": N_("This browser keeps no such game."),
    "my_games": N_("My games"),
    "closed": N_("This browser’s storage is closed or broken, so its games cannot be read now."),
    "cannot_open": N_("This game cannot be opened here now; it stays kept. Please try again when there is a network."),
    "insecure": N_("Games in the browser alone need a page with encryption (https)."),
    "together": N_("Look at it together"),
    "together_mine": N_("You lead: the others see what you look at. Click a place to point at it."),
    "together_lead": N_("{{name}} leads."),
    "together_stop": N_("Stop leading"),
    "together_take": N_("Take the lead"),
    "together_alone": N_("Look by myself"),
    "together_follow": N_("Follow {{name}}"),
    "together_points": N_("{{name}} points at: {{place}}"),
    "together_nothing": N_("nothing"),
    "guest": N_("Guest"),
    "game_link": N_("Copy a link to this game"),
    "point_link": N_("Copy a link to this point"),
    **PACE_WORDS,
}
"""What the client says by itself."""


def table_words(request: Request) -> dict[str, str]:
    """The client's words in the reader's language."""
    language = language_of(request)
    return {name: say(language, text) for name, text in WORDS.items()}


@router.get("/join/{token}")
async def invitation(token: str, request: Request, served: Served) -> Response:
    """An invitation; taking it is a click, not a link that a preview could follow."""
    found = await served.store.find_invitation(hash_token(token))
    if found is None:
        return page(request, "join_gone.html", 404)
    at = (await served.lobby.find(found[0])).table
    hosts = [chair.name for chair in at.chairs if chair.person_id and not chair.invited]
    return page(
        request,
        "join.html",
        token=token,
        game=at.game,
        table=at,
        host=hosts[0] if hosts else "",
        seated=bool(at.seats_of(person_id_of(request))),
        name=await name_of(request, served),
        settings=chosen_options(at.game, at.row["options"]),
        pace=say_pace(language_of(request), at.pace) if at.pace else "",
        aids=AIDS,
    )


def chosen_options(game: Game, chosen_at_table: dict[str, Any]) -> list[str]:
    """The names of what a table plays with, beyond the plain game."""
    options = {option.name: option for option in game.facts.options}
    chosen = [(options[name], value) for name, value in chosen_at_table.items() if name in options]
    values = [(option, one) for option, value in chosen for one in (value if isinstance(value, list) else [value])]
    return [option.say_value(value)[0] for option, value in values]


def is_usual(game: Game, chosen_at_table: dict[str, Any]) -> bool:
    """Whether a table plays the game as it is played if nothing is chosen."""
    usual = {option.name: [] if option.several else option.values[0] for option in game.facts.options}
    return usual | chosen_at_table == usual


@router.get("/my-games")
async def my_games(request: Request, served: Served) -> Response:
    """The tables somebody sits at, those first where it is their turn."""
    found = await listed_tables(served.lobby, person_id_of(request))
    running = [one for one in found if not one.over]
    finished = [one for one in found if one.over]
    asked = await asked_again(served.lobby, finished, person_id_of(request))
    name = await name_of(request, served)
    lists = {"running": running, "finished": finished, "asked": asked}
    off = await days_off_facts(request, served)
    return page(request, "my_games.html", **lists, **off, name=name, ago=since(request))


@router.get("/rules/{game}")
async def rules(game: str, request: Request) -> Response:
    """The numbered rules."""
    found = find_game(game)
    language = language_of(request)
    return page(
        request,
        "rules.html",
        game=found,
        sections=sections(game, language),
        pictures=pictures_of(game),
        sizes=picture_sizes(game, language),
    )


@router.get("/about")
async def about(request: Request) -> Response:
    """Whose games these are, and what is reconstructed."""
    return page(request, "about.html")


@router.get("/language/{language}", status_code=303, response_class=RedirectResponse)
async def choose_language(language: str, request: Request) -> Response:
    """Remembers a language and goes back."""
    back = request.query_params.get("to", "/")
    is_ours = back.startswith("/") and not back.startswith(("//", "/\\"))
    answer = RedirectResponse(back if is_ours else "/", 303)
    if language in LANGUAGES:
        answer.set_cookie("language", language, 365 * 24 * 3600, samesite="lax")
    return answer
