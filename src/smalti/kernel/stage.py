"""What a game looks like and says, as plain data: the tables that renderers know, and nothing else of a game.

A stage has panels with a purpose, places with a box in their panel, looks for pieces, and kinds of rows with their
effect and their sentence. Texts are English and marked with `N_`; `catalogue` writes a stage as JSON in one language,
once per game, seats, options and language, under the name of its hash.

Symbols style themselves: CSS of an ancestor does not reach into what `<use>` shows.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cache
from types import ModuleType
from typing import Any, Literal

from smalti.kernel.rows import NONE, NOWHERE
from smalti.kernel.words import N_, translated

Purpose = Literal["board", "seat", "hand", "side"]
"""What a panel is for: shared by all, of one seat, what may be chosen from, or what one seldom looks at."""
Effect = Literal["says", "moves", "makes", "takes", "counts"]
Motion = Literal["", "arc", "still", "roll", "flip", "grow", "glow"]
"""How a row is seen to act: it flies; turns around a place; just is there; tumbles with its faces on the way; is turned
over where it lies; comes up where it lies; its target lights up once, or what it is counted from."""
Sound = Literal["", "tile", "wood", "stone", "dice", "coin", "turn", "fire", "bell"]
"""What is heard when a row is carried out; the page makes each of them."""
Sentence = str | Mapping[str | int, str]
"""A sentence with typed gaps, or one for each number or plural category of `amount`."""


@dataclass(frozen=True)
class Panel:
    """A part of the table, drawn in its own coordinates. Without ground it shows only while something lies in it."""

    number: int
    key: str
    label: str
    """Spoken, with a gap for whose it is: "grid of {seat:seat}"."""
    purpose: Purpose
    width: float
    height: float
    ground: str = ""
    """SVG that is drawn once."""
    seat: int = NONE
    title: str = ""
    """A heading drawn on it, if it has one."""


@dataclass(frozen=True)
class Place:
    """A box in a panel where pieces lie and people click."""

    panel: int
    x: float
    y: float
    width: float
    height: float
    name: str = ""
    """Spoken, with gaps for nothing: "a1"."""
    speaks: bool = False
    """Whether it is announced even if nothing lies on it."""
    under: int = NOWHERE
    """It is there only while this place is picked, pointed at or hinted at."""
    turn: int = 0
    """Quarter turns of everything that lies there."""
    note: str = ""
    """What there is to know about it, for a long press or a hover."""
    hit: tuple[float, ...] = ()
    """The box that takes a click (x, y, width, height), where its own would be too small for a finger."""


@dataclass(frozen=True)
class Look:
    """How a piece is drawn in the box of its place, and what it is called."""

    symbol: str = ""
    parts: tuple[tuple[str, float, float, float, float], ...] = ()
    """(symbol, x, y, width, height) in parts of the box, drawn in order."""
    text: Sentence = ""
    """A sentence over the fields of the row, in the forms for its number: "{number:number} points"."""
    own: str = ""
    """The text where the row's number is the seat that looks."""
    name: str = ""
    """What it is called, spoken."""
    css: str = ""
    """Classes of what is drawn."""
    anchor: Literal["start", "middle", "end"] = "middle"
    size: float = 0.6
    """The size of the text, in parts of the height of the box."""
    at: tuple[float, float] = (0.5, 0.72)
    """Where the text stands in the box."""
    wrap: int = 0
    """How many letters a line of the text has at most, 0 for a single line; several lines lie around `at`."""
    layer: int = 0
    """Higher ones are drawn above lower ones of the same panel."""
    button: bool = False
    """Drawn as a button with its text."""
    click: bool = True
    """Whether a click on it means its place; else what lies below."""
    least: int = -(1 << 15)
    """It is drawn only from this number on: a count of 1 that goes without saying."""
    sure: str = ""
    """The question that is asked before a click on it counts: for what cannot be taken back."""
    then: str = ""
    """What is asked next when it was clicked, where its way is another than that of the others."""
    largest: float = 0.0
    """It is drawn no wider and no higher than this, if not 0, in the middle of a place that it only passes through."""
    most: int = 0
    """Its text (not `own`) is cut to so many letters, if not 0: names of people can be long."""


@dataclass(frozen=True)
class Kind:
    """One kind of row: its effect on the pieces and its words."""

    name: str
    effect: Effect = "says"
    sentence: Sentence = ""
    head: bool = False
    """Whether it is a line of its own, with the rows after it under it."""
    motion: Motion = ""
    around: int = NOWHERE
    """The place around which an arc turns."""
    faces: tuple[int, ...] = ()
    """The looks that pass by while it rolls."""
    sound: Sound = ""
    outline: bool = False
    """A line of a score whose places are shown outlined."""
    category: str = ""
    """Of a line of a score: under what it is counted when the game is over, with gaps like its sentence."""
    gain: bool = False
    """Only promises: its amount is shown as what a choice would bring."""
    small: bool = False
    """Small print under its head."""
    round: bool = False
    """A new round begins with it, as the log shows."""


def numbered(numbers: ModuleType, *tables: Mapping[str, Kind]) -> dict[int, Kind]:
    """Kinds by the numbers that a module has under their names."""
    return {int(getattr(numbers, name)): kind for table in tables for name, kind in table.items()}


@dataclass(frozen=True)
class Feel:
    """How a kind of row is seen, heard and counted, where a game says so apart from its words."""

    motion: Motion = ""
    sound: Sound = ""
    category: str = ""
    faces: tuple[int, ...] = ()


def felt(kinds: Mapping[int, Kind], feel: Mapping[int, Feel]) -> dict[int, Kind]:
    """The kinds, each with what is felt of it; a motion that a kind has already stays."""
    found = dict(kinds)
    for number, one in feel.items():
        kind = kinds[number]
        motion = kind.motion or one.motion
        found[number] = replace(kind, motion=motion, sound=one.sound, category=one.category, faces=one.faces)
    return found


@dataclass(frozen=True)
class Note:
    """What some looks, places or panels are, for a long press or a hover, and the clause behind it."""

    of: Literal["look", "place", "panel"]
    first: int
    last: int
    """The last of them, itself included."""
    words: str
    clause: int


@dataclass(frozen=True)
class Arrangement:
    """Where the panels lie on one sheet, for a desk and for print: (panel, x, y, scale)."""

    width: float
    height: float
    panels: tuple[tuple[int, float, float, float], ...]


@dataclass(frozen=True)
class Deal:
    """An outcome of too many to list, which is chosen place by place: so many of each look."""

    first: int
    """The outcome where everything is the first look."""
    bits: int
    """How many bits of its number each place has, the first place the lowest."""
    places: tuple[int, ...]
    looks: tuple[int, ...]
    each: int


SPECTATOR = "spectator"


def arrangement_of(eyes: int) -> str:
    """The name of the arrangement for a seat or a spectator."""
    return SPECTATOR if eyes < 0 else f"seat-{eyes}"


@dataclass(frozen=True, eq=False)
class Stage:
    """Everything that renderers need to know of a game with so many seats and these options."""

    label: str
    panels: tuple[Panel, ...]
    places: Mapping[int, Place]
    looks: Mapping[int, Look]
    kinds: Mapping[int, Kind]
    arrangements: Mapping[str, Arrangement]
    defs: str
    """Symbols; an {initial} in them is a word."""
    style: str
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Words by number, for gaps of that type."""
    scores: tuple[int, ...] = ()
    """The piece that counts the points of each seat."""
    emblems: tuple[tuple[str, ...], ...] = ()
    """The symbols that stand for each seat, if it has any."""
    notes: tuple[Note, ...] = ()
    """What things are; the first that fits a piece holds, else the first that fits its place, else its panel."""
    tips: Mapping[int, str] = field(default_factory=dict)
    """By clause: what somebody in a first game should know about it, in plain words."""


INITIAL = re.compile(r"\{(\w+)\}")
"""A letter in the symbols, by which a colour is told: "{G}"."""
TEXTS = {"label", "title", "name", "text", "own", "note", "sure", "then"}
"""The fields that are words; those of a kind are its sentence alone, for its name is for programs."""


@cache
def catalogue(game: str, stage: Stage, language: str) -> dict[str, Any]:
    """A stage in one language, as it is written for the page and for the words of a log; never to be changed."""
    return {
        "game": game,
        "language": language,
        "label": translated(language, stage.label),
        "panels": [_written(one, language) for one in stage.panels],
        "places": {number: _written(one, language) for number, one in stage.places.items()},
        "looks": {number: _written(one, language) for number, one in stage.looks.items()},
        "kinds": {number: _written_kind(one, language) for number, one in stage.kinds.items()},
        "arrangements": {name: asdict(one) for name, one in stage.arrangements.items()},
        "defs": INITIAL.sub(lambda gap: translated(language, gap[1]), stage.defs),
        "style": stage.style,
        "names": {name: [_said(language, word) for word in words] for name, words in stage.names.items()},
        "scores": list(stage.scores),
        "emblems": [list(one) for one in stage.emblems],
        "notes": [asdict(one) | {"words": translated(language, one.words)} for one in stage.notes],
        "tips": {clause: translated(language, words) for clause, words in stage.tips.items()},
        "words": {name: translated(language, words) for name, words in COMMON.items()},
    }


def _said(language: str, words: str) -> str:
    return translated(language, words) if words else ""


def _written(one: Panel | Place | Look, language: str) -> dict[str, Any]:
    """The fields that are not as they are by default."""
    return {
        f.name: _forms(language, value) if f.name in TEXTS else value
        for f in fields(one)
        if (value := getattr(one, f.name)) != f.default
    }


def _forms(language: str, sentence: Sentence) -> Sentence:
    """A sentence in its forms."""
    if isinstance(sentence, str):
        return _said(language, sentence)
    return {str(number): _said(language, words) for number, words in sentence.items()}


def _written_kind(kind: Kind, language: str) -> dict[str, Any]:
    written = {f.name: value for f in fields(kind) if (value := getattr(kind, f.name)) != f.default}
    if kind.category:
        written["category"] = _said(language, kind.category)
    written["sentence"] = _forms(language, kind.sentence)
    return written


@cache
def catalogue_text(game: str, stage: Stage, language: str) -> tuple[str, str]:
    """The catalogue as JSON, and the name under which it may be kept for ever."""
    text = json.dumps(catalogue(game, stage, language), ensure_ascii=False, separators=(",", ":"))
    return text, hashlib.sha256(text.encode()).hexdigest()[:20]


COMMON = {"empty": N_("empty"), "seat": N_("Seat {seat}"), "rule": N_("rule {clause}")}
"""Words that every renderer needs."""
