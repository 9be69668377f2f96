"""The picture of a table as it goes over the line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple, cast

import numpy as np

from smalti.games import find_game
from smalti.kernel.scene import Choice, Panel
from smalti.kernel.state import State
from smalti.kernel.words import calling


class View(NamedTuple):
    """What is to be drawn: a position as one pair of eyes may see it."""

    game: str
    state: bytes
    seat: int
    language: str
    names: tuple[str, ...]
    """How the people at the table are called."""
    may_choose: bool


class Sheet(NamedTuple):
    """A panel, in JSON."""

    id: str
    place: str
    """Its label, size and place."""
    body: str
    """What is drawn on it."""


class Picture(NamedTuple):
    """What was drawn, in JSON."""

    frame: str
    """Label and size of the whole, and the choices."""
    sheets: tuple[Sheet, ...]


def draw(view: View) -> Picture:
    """The picture with the choices of the viewer."""
    game = find_game(view.game)
    record = np.frombuffer(view.state, game.course.state_type)[0]
    with calling(view.names):
        scene = game.drawn.scene(cast(State, record), view.seat, view.language)
    frame = {"label": scene.label, "width": scene.width, "height": scene.height}
    choices = packed(scene.choices if view.may_choose else ())
    sheets = (Sheet(panel.id, members(place_of(panel)), write(panel.body)) for panel in scene.panels)
    return Picture(members(frame | choices), tuple(sheets))


def place_of(panel: Panel) -> dict[str, Any]:
    """All of a panel but its drawing."""
    return {
        "id": panel.id,
        "label": panel.label,
        "width": panel.width,
        "height": panel.height,
        "x": panel.x,
        "y": panel.y,
        "scale": panel.scale,
    }


class Numbered(dict[str, int]):
    """Names, each with the number under which it was first asked for."""

    def __missing__(self, name: str) -> int:
        self[name] = number = len(self)
        return number


def packed(choices: tuple[Choice, ...]) -> dict[str, Any]:
    """Legal moves; each element id is written once, paths and ghosts point to it."""
    ids = Numbered()
    number = ids.__getitem__
    written = [
        {
            "move": choice.move,
            "label": choice.label,
            "paths": [list(map(number, path)) for path in choice.paths],
            "ghost": [list(map(number, pair)) for pair in choice.ghost],
            "gain": choice.gain,
        }
        for choice in choices
    ]
    return {"choices": written, "ids": list(ids)}


def put_together(facts: Mapping[str, Any], picture: Picture, known: Mapping[str, int]) -> str:
    """A message of facts and a picture; a drawing that is known by its hash is left out."""
    sheets = [
        f"{{{sheet.place}}}" if known.get(sheet.id) == hash(sheet.body) else f'{{{sheet.place},"body":{sheet.body}}}'
        for sheet in picture.sheets
    ]
    whole = [members(facts), picture.frame, f'"panels":[{",".join(sheets)}]']
    return f"{{{','.join(filter(None, whole))}}}"


def write(value: object) -> str:
    """JSON, as compact as it goes."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def members(values: Mapping[str, Any]) -> str:
    """The members of an object in JSON, to be put between braces."""
    return write(values)[1:-1]
