"""The numbered rules as a page: sections with their clauses, and pictures drawn from positions in notation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from markdown_it import MarkdownIt

from smalti.games import find_game
from smalti.kernel.clauses import CLAUSE, RulesPicture, rules_page
from smalti.kernel.errors import UnknownGame
from smalti.kernel.picture import STYLE, panel_bodies, tag
from smalti.kernel.reader import reader
from smalti.kernel.seeing import telling
from smalti.kernel.telling import Catalogue
from smalti.kernel.words import N_

GAP, MARGIN = 24.0, 16.0
SECTION = re.compile(r"^## (\d+)\. (.+)$", re.MULTILINE)
SIZE = re.compile(r' width="([\d.]+)" height="([\d.]+)">')
MENTION = re.compile(r"(?<![\d.>-])(\d{1,2}\.\d{1,2})(?![\d.])")


@dataclass(frozen=True)
class Section:
    """One section of the rules: its clauses as (number, HTML)."""

    number: str
    title: str
    clauses: tuple[tuple[str, str], ...]


@cache
def sections(game: str, language: str) -> tuple[Section, ...]:
    """The rules of a game, section by section."""
    page = rules_page(game, language)
    known = {number for number, _ in CLAUSE.findall(page)}
    parts = SECTION.split(page)[1:]
    return tuple(
        Section(number, title, tuple((n, clause_html(words, known)) for n, words in CLAUSE.findall(body)))
        for number, title, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    )


def clause_html(words: str, known: set[str]) -> str:
    """A clause with a link wherever it mentions another one."""
    html = MarkdownIt().renderInline(words)
    return MENTION.sub(lambda m: f'<a href="#clause-{m[1]}">{m[1]}</a>' if m[1] in known else m[1], html)


def pictures_of(game: str) -> Mapping[str, RulesPicture]:
    """The pictures of a game by section."""
    return find_game(game).tables.pictures


def picture_sizes(game: str, language: str) -> dict[str, tuple[str, str]]:
    """Width and height of the pictures by section, so that the page does not move when they come."""
    drawn = {section: picture_svg(game, section, language) for section in pictures_of(game)}
    return {section: (found[1], found[2]) for section, svg in drawn.items() if (found := SIZE.search(svg))}


@cache
def picture_svg(game: str, section: str, language: str) -> str:
    """A picture of the rules as a document of its own."""
    if section not in pictures_of(game):
        raise UnknownGame(N_("there is no such picture"))
    found, picture = find_game(game), pictures_of(game)[section]
    state = found.text.parse_position(picture.position)
    view = found.course.view(state, picture.seat)
    words = telling(found, state, language, picture.seat)
    lying = [*reader(found).pieces(view, picture.seat), *reader(found).offers(view, picture.seat)]
    bodies = panel_bodies(words, lying)
    panels = [panel for panel in words.catalogue["panels"] if panel["key"] in picture.panels]
    if picture.crop:
        return cropped(words.catalogue, panels[0], bodies[panels[0]["key"]], picture.crop)
    return side_by_side(words.catalogue, panels, bodies)


def side_by_side(catalogue: Catalogue, panels: list[dict[str, Any]], bodies: Mapping[str, str]) -> str:
    """Panels one below the other, each at its own size."""
    drawn, y = [], MARGIN
    for panel in panels:
        drawn.append(tag("g", bodies[panel["key"]], transform=f"translate({MARGIN:g} {y:g})"))
        y += panel["height"] + GAP
    width = max(panel["width"] for panel in panels) + 2 * MARGIN
    return sheet(catalogue, "".join(drawn), (0, 0, width, y - GAP + MARGIN))


def cropped(catalogue: Catalogue, panel: dict[str, Any], body: str, crop: tuple[float, float, float, float]) -> str:
    """A part of one panel."""
    left, top, width, height = crop
    box = (left * panel["width"], top * panel["height"], width * panel["width"], height * panel["height"])
    return sheet(catalogue, body, box)


def sheet(catalogue: Catalogue, body: str, box: tuple[float, float, float, float]) -> str:
    """A document with the symbols and the style of a game."""
    left, top, width, height = box
    return tag(
        "svg",
        tag("style", STYLE + catalogue["style"]),
        tag("defs", catalogue["defs"]),
        body,
        xmlns="http://www.w3.org/2000/svg",
        class_="smalti",
        viewBox=f"{left:g} {top:g} {width:g} {height:g}",
        width=width,
        height=height,
    )
