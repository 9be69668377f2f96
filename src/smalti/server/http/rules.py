"""The numbered rules as a page: sections with their clauses, and pictures drawn from positions in notation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt

from smalti.games import find_game
from smalti.kernel.clauses import CLAUSE, rules_page
from smalti.kernel.errors import UnknownGame
from smalti.kernel.scene import STYLE, Panel, Scene, tag
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


@dataclass(frozen=True)
class Picture:
    """A position beside a section, in notation, and the parts of its scene that are shown."""

    position: str
    panels: tuple[str, ...]
    caption: str
    seat: int = 0
    crop: tuple[float, float, float, float] | None = None
    """Left, top, width and height as parts of the one panel shown."""


AREAS = "oooxxtt/ooxxxtt/tttoot1/t1oOoxx/t1ooox1/1xtoxx1/xxtt3"
LATE_FLOOR = (
    "courtyard g<b>/tvt^r<p^b>o<Gg^Bb>/p>ovtvg<p>b^rvr</r<ovp^r>/p<o<t<r^b<GpvR/r<o>p^Btvb^b</tvg<Grvg^B/"
    "o<Gpvt>t^Bb^o^r<tvR/t<G1g^gvo<GpvRg<b^B/o<1 r0,.,.,b0 second:1 "
    "lp:b1*2+b2+o1*3+r1*4+g1*2+p1*5+t1+R1*3+2nd*8,e:b1*2+b2+o1*3+r1*2+g1*3+p1+t1*5+t2+G1*8+G2+Gl3+2nd*8,"
    "lmpe:b1*2+b3+o1+o2*2+r1+r2+r3+g1*2+g2+p1*3+t1*2+t2+B1*5+B2+2nd*9 out=o*,g*,g*,p*"
)
EARLY_FLOOR = (
    "courtyard 2/1t^1p^2g^B1/p>ovtv3rv1/r<3/p<Go<t<Gr^b<GpvR/1o>2b^1/2rv1/1pvt>1b^Bo^1tvR/2g^2pvR2/2 "
    "r270,r|,p180,g0 turn:0 -:o1*2+r1+p1*4+t1+R1*3+2nd*4,-:b1+b2+r1*2+g1+p1+t1*2+G1*3+2nd*4,"
    "e:b1+o1+o2+r1+g1+p1+t1*2+B1*2+2nd*4"
)
BENCH = (
    "BB/-/YY/RRGG;D04,D24,D32|-/BY/-/G;D33,D23,D35 take:1 grid=..../..YR/..Y./...Y display=D11,D25 "
    "bottom=S4,S2,D07,D29,D16,D26,D19,D05,D31,D18,D14,D30 round=3"
)
BORDER = "-/-/-/Y;-,D29,S2|-/-/B/-;-,-,S4 place:1 grid=.G.Y/.RGB/RBRR/YYG. display=D07,D16,D18,D30,D33 hand=G due=tiles"

PICTURES: dict[str, dict[str, Picture]] = {
    "mosaix": {
        "3": Picture(
            "o6/x6/5x1/3O1o1/4tt1/o6/txo4,5tx/7/7/3T3/7/4xxx/3xo2 form:1:ottt",
            ("dice", "formations"),
            N_("A roll, and every formation that can be laid with it."),
            seat=1,
        ),
        "4": Picture(
            "o6/x6/5x1/3O1o1/4tt1/o6/txo4,5tx/7/7/3T3/7/4xxx/3xo2 enter:1:t./t./to:-,-",
            ("tray-0", "turns"),
            N_("A grid, and the formation in its four turns."),
        ),
        "6": Picture(
            f"{AREAS},5tx/7/7/3T3/7/4xxx/3xo2 form:1:ottt",
            ("tray-0",),
            N_("Six areas count: circles 2 · 14, triangles 2 · 10, crosses 2 · 10, 68 points together."),
        ),
    },
    "maharani": {
        "3": Picture(
            EARLY_FLOOR,
            ("floor",),
            N_("The rondel points to the player whose turn it is: each slot lies in one quarter."),
            crop=(0.3, 0.3, 0.4, 0.4),
        ),
        "5": Picture(EARLY_FLOOR, ("floor",), N_("The floor after a few turns, with tiles and workers.")),
        "9": Picture(LATE_FLOOR, ("floor",), N_("Late in the game: almost every quarter is finished.")),
    },
    "majolica": {
        "4": Picture(BORDER, ("grid",), N_("Only tiles on the dashed border can be taken."), seat=1),
        "6": Picture(BENCH, ("bench-0",), N_("A board: designs above, kilns below, carts from each kiln to the next.")),
        "7": Picture(BORDER, ("display",), N_("The designs on display."), seat=1),
    },
}


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


def pictures_of(game: str) -> dict[str, Picture]:
    """The pictures of a game by section."""
    return PICTURES.get(game, {})


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
    scene = found.drawn.scene(
        found.course.view(found.text.parse_position(picture.position), picture.seat), picture.seat, language
    )
    shown = [panel for panel in scene.panels if panel.id in picture.panels]
    if picture.crop:
        return cropped(scene, shown[0], picture.crop)
    return side_by_side(scene, shown)


def side_by_side(scene: Scene, panels: list[Panel]) -> str:
    """Panels one below the other, each at its own size."""
    drawn, y = [], MARGIN
    for panel in panels:
        drawn.append(tag("g", panel.body, transform=f"translate({MARGIN:g} {y:g})"))
        y += panel.height + GAP
    width = max(panel.width for panel in panels) + 2 * MARGIN
    return sheet(scene, "".join(drawn), (0, 0, width, y - GAP + MARGIN))


def cropped(scene: Scene, panel: Panel, crop: tuple[float, float, float, float]) -> str:
    """A part of one panel."""
    left, top, width, height = crop
    box = (left * panel.width, top * panel.height, width * panel.width, height * panel.height)
    return sheet(scene, panel.body, box)


def sheet(scene: Scene, body: str, box: tuple[float, float, float, float]) -> str:
    """A document with the symbols and the style of a scene."""
    left, top, width, height = box
    return tag(
        "svg",
        tag("style", STYLE + scene.style),
        tag("defs", scene.defs),
        body,
        xmlns="http://www.w3.org/2000/svg",
        class_="smalti",
        viewBox=f"{left:g} {top:g} {width:g} {height:g}",
        width=width,
        height=height,
    )
