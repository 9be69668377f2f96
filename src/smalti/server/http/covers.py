"""The pictures on the boxes: a composition of each game's own pieces, with its title; the same in light and dark."""

from __future__ import annotations

from functools import cache

from smalti.kernel.cover import ART, BAND, HEIGHT, WIDTH, Cover
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.picture import LIGHT, panel_bodies, tag, text, tokens
from smalti.kernel.reader import reader
from smalti.kernel.seeing import stage_of, telling
from smalti.kernel.stage import SPECTATOR
from smalti.kernel.state import State

SERIF = '"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",Georgia,serif'
STYLE = f"""
.smalti{{{tokens(LIGHT)}}}
.smalti text{{font-family:{SERIF};text-anchor:middle}}
text,[id^="tip-"]{{display:none}}.name,.author{{display:inline}}
.smalti .name{{font-size:60px;letter-spacing:11px;fill:url(#leaf)}}
.smalti .author{{font-size:18px;letter-spacing:3px;fill:#e9dcc3}}
"""

# Gold leaf, a window's light from the top left, and the dark at the edge of a table.
SHARED = """
<linearGradient id="leaf" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#f7e2a6"/>
<stop offset=".45" stop-color="#e0b354"/><stop offset=".55" stop-color="#c08a2b"/>
<stop offset="1" stop-color="#eccb7d"/></linearGradient>
<radialGradient id="window" cx=".2" cy=".05" r="1.1"><stop offset="0" stop-color="#fff6df" stop-opacity=".42"/>
<stop offset=".45" stop-color="#fff6df" stop-opacity="0"/><stop offset="1" stop-color="#0a0705" stop-opacity=".5"/>
</radialGradient>
<filter id="lift" x="-30%" y="-30%" width="170%" height="180%">
<feDropShadow dx="5" dy="10" stdDeviation="7" flood-color="#000" flood-opacity=".5"/></filter>
"""


@cache
def cover_svg(game: Game) -> str:
    """The picture on the box of a game; a game without one of its own shows its first position."""
    state = game.course.setup(max(game.facts.seat_counts[:2]), {})
    stage = stage_of(game, state)
    cover = game.tables.cover or Cover(lambda: first_position(game, state), "#33373c")
    window = tag("clipPath", tag("rect", width=WIDTH, height=ART), id="art")
    return tag(
        "svg",
        tag("style", stage.style + STYLE),
        tag("defs", stage.defs, SHARED, cover.defs, window),
        tag("g", cover.draw(), clip_path="url(#art)"),
        title_plate(game, cover.plate),
        xmlns="http://www.w3.org/2000/svg",
        class_="smalti",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
    )


def title_plate(game: Game, colour: str) -> str:
    """The name in gold leaf and the author of the game."""
    author = game.facts.credits.partition(",")[0]
    plate = tag("rect", y=ART, width=WIDTH, height=BAND, fill=colour)
    edge = tag("rect", y=ART, width=WIDTH, height=4, fill="#e0b354")
    name = text(WIDTH / 2 + 5, ART + 66, game.title.upper(), class_="name")
    return plate + edge + name + text(WIDTH / 2, ART + 95, author, class_="author")


def first_position(game: Game, state: State) -> str:
    """The table as a spectator sees it, fitted into the picture."""
    words = telling(game, state)
    sheet = words.catalogue["arrangements"][SPECTATOR]
    bodies = panel_bodies(words, reader(game).pieces(game.course.view(state, CHANCE), CHANCE))
    keys = {panel["number"]: panel["key"] for panel in words.catalogue["panels"]}
    fit = min(WIDTH / sheet["width"], ART / sheet["height"])
    left = (WIDTH - sheet["width"] * fit) / 2
    panels = [
        tag("g", bodies[keys[number]], transform=f"translate({left + x * fit:g} {y * fit:g}) scale({scale * fit:g})")
        for number, x, y, scale in sheet["panels"]
    ]
    return tag("rect", width=WIDTH, height=ART, fill="var(--plaster)") + "".join(panels)
