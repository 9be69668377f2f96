"""The edition that needs no server: pages, words and files with which a browser plays alone.

The server offers it at `/local/…`, the service worker of the pages keeps it for when the network is gone, and
`smalti site` writes it into a folder. Pages lie at `local/LANGUAGE/NAME.html` and link relatively. Everything else they
need lies under `v/MARK/`, a name that says which program it belongs to, so that it may be kept for ever and never
meets a page of another version.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from smalti.bots.defaults import terms_of
from smalti.bots.hints import AMONG, BRINGS, DECIDES, NOTHING, ONLY, OTHERS
from smalti.games import GAMES
from smalti.kernel.game import Game
from smalti.kernel.lesson import LEARNER
from smalti.kernel.match import UNDO_NOTHING
from smalti.kernel.reason import Verbatim
from smalti.kernel.state import state_bytes
from smalti.kernel.words import LANGUAGES, N_, say
from smalti.puzzles.puzzle import shipped
from smalti.reviewing.evaluator import evaluator_of
from smalti.reviewing.outlook import outlook_of
from smalti.server.http.covers import cover_svg
from smalti.server.http.local_puzzles import PUZZLE_WORDS, questions, shelf
from smalti.server.http.pages import WORDS, house_bots, set_up_facts, table_facts
from smalti.server.http.parts import TEMPLATES
from smalti.server.http.reviews import REVIEW_WORDS
from smalti.server.http.rules import picture_sizes, picture_svg, pictures_of, sections
from smalti.server.http.study_words import STUDY_WORDS
from smalti.server.table import refusals
from smalti.server.wire import messages
from smalti.server.wire.catalogues import catalogue_of
from smalti.server.wire.lessons import ALSO, FOLLOW, lesson_message, stops
from smalti.wasm.shipping import files_of, settings

PACKAGE = Path(__file__).parents[2]
STATIC = PACKAGE / "web" / "static"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".wasm": "application/wasm",
}
BUNDLE = "kept.gz"
"""All of it in one file, beside the others."""
WEIGHTS = ".weights"
"""What bots have learned: large, so it comes after everything else."""
TEXTS = (".html", ".js", ".css", ".json", ".svg")
BOX_WORDS = {
    "over": messages.OVER,
    "waiting": messages.WAITING,
    "stuck": messages.STUCK,
    "stale": refusals.STALE,
    "not_yours": refusals.NOT_YOURS,
    "other_rules": N_(
        "This game was begun with version {theirs} of the rules, and this page has version {ours}. "
        "It cannot be shown here; it stays kept."
    ),
    "unfit": N_("The log of this game does not fit the rules from event {number} on. It cannot be shown here."),
    "no_undo": refusals.NO_UNDO,
    "undo_too_late": refusals.UNDO_TOO_LATE,
    "undo_nothing": UNDO_NOTHING,
    "only": ONLY,
    "chance_next": N_("Chance is next: choose what it gives, or let it be drawn."),
    "brings": BRINGS,
    "decides": DECIDES,
    "among": AMONG,
    "nothing_gained": NOTHING,
    "others": OTHERS,
    "no_hint": N_("No advice can be had here now."),
    "unkept": N_(
        "This browser keeps nothing at the moment: its storage is full or closed. "
        "The game goes on as long as this page is open."
    ),
}
"""What a table without a server says by itself."""

Maker = Callable[[], bytes]


class Link(NamedTuple):
    """Where an address of the server lies in the edition."""

    pattern: re.Pattern[str]
    place: str


LINKS = [
    Link(re.compile(r"^/static/(.+)$"), r"{files}static/\1"),
    Link(re.compile(r"^/(cover/\w+\.svg)$"), r"{files}\1"),
    Link(re.compile(r"^/rules/(\w+)/picture/([\w.]+)\.svg\?language=(\w+)$"), r"{files}pictures/\1-\2.\3.svg"),
    Link(re.compile(r"^/$"), "index.html"),
    Link(re.compile(r"^/(about|my-games|study|puzzles)$"), r"\1.html"),
    Link(re.compile(r"^/puzzles/(\w+)/today$"), r"puzzle-\1.html#today"),
    Link(re.compile(r"^/(set-up|rules|learn|study)/(\w+)((?:#.*)?)$"), r"\1-\2.html\3"),
    Link(re.compile(r"^/language/(\w+)\?.*$"), r"../\1/{page}.html"),
]


@cache
def mark() -> str:
    """A name for all that this program could say: a hash of its sources."""
    total = hashlib.sha256()
    for file in sorted(PACKAGE.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            total.update(file.relative_to(PACKAGE).as_posix().encode() + b"\0" + file.read_bytes())
    return total.hexdigest()[:16]


@cache
def games() -> tuple[Game, ...]:
    """The games that a browser can play by itself: those of the house with a module of today's sources."""
    return tuple(game for game in GAMES.values() if files_of(game))


# Pages


def page_names() -> list[str]:
    """The pages of each language."""
    kinds = ("play", "set-up", "rules", "learn", "study", "review")
    each = [f"{kind}-{game.name}" for game in games() for kind in kinds]
    asked = [f"puzzle-{game.name}" for game in games() if shipped(game)]
    return ["index", "about", "my-games", "study", "puzzles", *each, *asked]


@cache
def page(language: str, name: str, *, alone: bool = False) -> str:
    """A page; where it stands alone there is no server to hand finished games to."""
    kind, last = name.rpartition("-")[::2]
    game = next((one for one in games() if one.name == last), None)
    template, facts = _content(kind if game else name, game, language)

    def _(text: str, **values: object) -> str:
        return say(language, text, {key: Verbatim(str(value)) for key, value in values.items()})

    shared = {"_": _, "language": language, "languages": LANGUAGES, "games": games(), "path": "/", "local": True}
    shared["keeps"] = " ".join(one.name for one in games())
    shared |= {"root": "../../", "files": files_at("../../"), "alone": alone}
    html = TEMPLATES.get_template(template).render({**shared, **facts})
    return re.sub(r'\b(href|src)="(/[^"]*)"', lambda found: f'{found[1]}="{moved(found[2], name)}"', html)


def _content(kind: str, game: Game | None, language: str) -> tuple[str, dict[str, Any]]:
    """The template of a page, and what it needs to know."""
    if game is None:
        usual = {"running": [], "finished": [], "asked": [], "name": "", "ago": str, "bot": house_bots()[0]}
        usual["puzzled"] = [one.name for one in games() if shipped(one)]
        usual["shelves"] = [shelf(one, language) for one in games() if shipped(one)] if kind == "puzzles" else []
        return {"index": "shelf.html", "my-games": "my_games.html"}.get(kind, f"{kind}.html"), usual
    if kind == "set-up":
        return "set_up.html", set_up_facts(game, house_bots()) | {"name": ""}
    if kind == "rules":
        pictures, sizes = pictures_of(game.name), picture_sizes(game.name, language)
        facts = {"game": game, "sections": sections(game.name, language), "pictures": pictures, "sizes": sizes}
        return "rules.html", facts
    if kind == "review":
        words = {name: say_open(language, text) for name, text in REVIEW_WORDS.items()}
        return "review.html", {"game": game, "review": None, "words": words, "bot": house_bots()[0]}
    words = {name: say(language, text) for name, text in (WORDS | (STUDY_WORDS if kind == "study" else {})).items()}
    if kind == "puzzle":
        words |= {name: say_open(language, text) for name, text in PUZZLE_WORDS.items()}
    facts = set_up_facts(game, []) | table_facts(game, words)
    here = {"table": None, "plays": kind in ("play", "study"), "studies": kind == "study", "puzzle": kind == "puzzle"}
    return "table.html", facts | here


def files_at(root: str) -> str:
    """Where the files of the edition lie, seen from a page."""
    return f"{root}v/{mark()}/"


def moved(address: str, name: str) -> str:
    """An address of the server as a page of the edition has it."""
    for pattern, place in LINKS:
        if pattern.match(address):
            return pattern.sub(place, address).format(files=files_at("../../"), page=name)
    raise AssertionError(f"{name} leads to {address}, which the edition has not")


# Files


@cache
def files() -> dict[str, Maker]:
    """What lies under the mark beside catalogues, by its path there; each is made when somebody asks for it."""
    found: dict[str, Maker] = {}
    for file in sorted(one for one in STATIC.rglob("*") if one.is_file()):
        found[f"static/{file.relative_to(STATIC).as_posix()}"] = file.read_bytes
    for game in games():
        found |= {f"engine/{name}": partial(files_of(game).__getitem__, name) for name in files_of(game)}
        found[f"puzzles/{game.name}.json"] = partial(_json, questions, game)
        found[f"cover/{game.name}.svg"] = lambda game=game: cover_svg(game).encode()  # type: ignore[misc]
        for language in LANGUAGES:
            found |= _words_of(game, language)
    return found


def _words_of(game: Game, language: str) -> dict[str, Maker]:
    """What a game says in one language."""
    found: dict[str, Maker] = {f"boxes/{game.name}.{language}.json": partial(_json, box, game, language)}
    if game.tables.lesson:
        found[f"lessons/{game.name}.{language}.json"] = partial(_json, lesson, game, language)
    for section in pictures_of(game.name):
        draw = partial(picture_svg, game.name, section, language)
        found[f"pictures/{game.name}-{section}.{language}.svg"] = lambda draw=draw: draw().encode()  # type: ignore[misc]
    return found


def file(path: str) -> bytes | None:
    """One of all files under the mark."""
    if path.startswith("catalogues/"):
        name = path.removeprefix("catalogues/").removesuffix(".json")
        game, language, *_ = [*name.split("."), ""]
        found = next((one for one in games() if one.name == game), None)
        return catalogues(found, language).get(name) if found and language in LANGUAGES else None
    make = files().get(path)
    return make() if make else None


def lesson(game: Game, language: str) -> dict[str, Any]:
    """The guided first game, with the catalogue under its name here, and what wrong clicks are answered with."""
    steps = []
    for step, stop in zip(lesson_message(game.name, language)["steps"], stops(game), strict=True):
        table = step["table"] | {"catalogue": _short(step["table"]["catalogue"])}
        view = state_bytes(game.course.view(stop.match.position.state, LEARNER))
        steps.append(step | {"table": table, "view": b64encode(view).decode()})
    return {"steps": steps, "words": {"also": say(language, ALSO), "follow": say(language, FOLLOW)}}


def _json(make: Callable[..., Any], *order: object) -> bytes:
    return json.dumps(make(*order), ensure_ascii=False, separators=(",", ":")).encode()


@cache
def catalogues(game: Game, language: str) -> dict[str, bytes]:
    """The different catalogues of a game by name: many settings share one."""
    made = (catalogue_of(game.name, seats, options, language) for _, seats, options in settings(game))
    return {_short(one.name): one.text for one in made}


def _short(name: str) -> str:
    """A catalogue's name without the setting: what is in it, and the hash of that."""
    game, _, _, language, written = name.split(".")
    return f"{game}.{language}.{written}"


def box(game: Game, language: str) -> dict[str, Any]:
    """What a browser needs of a game beside its module: of each setting the catalogue, and what is said of seats."""
    setups = {}
    for key, seats, options in settings(game):
        state = game.course.setup(seats, options)
        facts = [game.course.written_seat(state, seat) for seat in range(seats)]
        name = _short(catalogue_of(game.name, seats, options, language).name)
        setups[key] = {"catalogue": name, "facts": facts}
    words = {name: say_open(language, text) for name, text in BOX_WORDS.items()}
    ranks = {rank: say(language, rank) for rank in game.facts.ranks}
    terms = [say(language, term) for term in terms_of(game).words]
    deal = asdict(game.tables.deal) if game.tables.deal else None
    outlooks = {seats: asdict(outlook_of(game, seats)) for seats in game.facts.seat_counts}
    judge = asdict(evaluator_of(game, game.facts.seat_counts[0], ""))
    told = {"game": game.name, "language": language, "ranks": ranks, "terms": terms, "setups": setups, "words": words}
    return told | {"deal": deal, "outlooks": outlooks, "judge": judge}


def say_open(language: str, text: str) -> str:
    """A sentence whose gaps the browser fills in."""
    gaps = {name: Verbatim("{" + name + "}") for name in re.findall(r"\{(\w+)\}", text)}
    return say(language, text, gaps)


# What a service worker keeps


def kept(*, alone: bool = False) -> Iterator[tuple[str, bytes]]:
    """All pages and smaller files by their addresses, one after the other, as each takes a while to make."""
    for language in LANGUAGES:
        for name in page_names():
            yield f"local/{language}/{name}.html", page(language, name, alone=alone).encode()
        for game in games():
            for _, seats, options in settings(game):
                one = catalogue_of(game.name, seats, options, language)
                yield f"v/{mark()}/catalogues/{_short(one.name)}.json", one.text
    for path, make in files().items():
        if not path.endswith(WEIGHTS):
            yield f"v/{mark()}/{path}", make()


def learned() -> dict[str, Maker]:
    """What bots have learned, by address: large files, which only some levels need."""
    return {f"v/{mark()}/{path}": make for path, make in files().items() if path.endswith(WEIGHTS)}


def packed(parts: dict[str, bytes]) -> bytes:
    """Pages and files in one: `[path, type, text, whether that is base64]` each."""
    lines = []
    for path, written in parts.items():
        suffix = Path(path).suffix
        text = written.decode() if suffix in TEXTS else b64encode(written).decode()
        lines.append([path, type_of(path), text, suffix not in TEXTS])
    return gzip.compress(json.dumps(lines, ensure_ascii=False, separators=(",", ":")).encode(), 6, mtime=0)


def type_of(path: str) -> str:
    """What kind of file this is."""
    return TYPES.get(Path(path).suffix, "application/octet-stream")


def service_worker() -> str:
    """The service worker of this program; another program has another one, so that browsers take it over."""
    script = (STATIC / "local" / "sw.js").read_text(encoding="utf-8")
    return f'self.MARK = "{mark()}";\nself.LATER = {json.dumps(list(learned()))};\n{script}'
