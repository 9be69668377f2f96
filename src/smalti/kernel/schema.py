"""The JSON Schema (draft 2020-12) of records (docs/records.md): what all games share, and the entries of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from smalti.kernel.game import Game, Option

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FORMAT = "smalti-record/1"
MOST_ENTRIES = 20_000
TEXT: Schema = {"type": "string"}


@dataclass(frozen=True, eq=False)  # a game is a key, and what it holds must be one too
class RecordParts:
    """What the records of one game have that others have not."""

    entries: tuple[Schema, ...]
    """The entries of its log, made with `entry`; `start` is there by itself."""
    options: Schema = field(default_factory=dict)
    """The options that are not among those of the `Game`."""
    seat: Schema = field(default_factory=dict)
    """What stands beside the name of a seat."""


# The small parts that games build with.


def number(low: int, high: int) -> Schema:
    """A whole number in these bounds."""
    return {"type": "integer", "minimum": low, "maximum": high}


def one_of(values: Sequence[Any]) -> Schema:
    """One of some words."""
    return {"enum": list(values)}


def array(items: Schema, low: int, high: int | None = None, **more: Any) -> Schema:
    """So many of the same, or from `low` to `high`."""
    return {"type": "array", "items": items, "minItems": low, "maxItems": low if high is None else high} | more


def row(*items: Schema) -> Schema:
    """An array with a meaning for each place."""
    return {"type": "array", "prefixItems": list(items), "items": False, "minItems": len(items)}


def fields(properties: Schema, optional: Sequence[str] = ()) -> Schema:
    """An object with these fields and no others."""
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def entry(by: str, do: str, optional: Sequence[str] = (), **properties: Schema) -> Schema:
    """An entry of the log, by "chance" or by a "seat"; a trailing underscore keeps a name from being Python's."""
    who = {"const": "chance"} if by == "chance" else {"$ref": "#/$defs/seat"}
    told = {name.rstrip("_"): value for name, value in properties.items()}
    return fields({"by": who, "do": {"const": do}} | told, optional)


# The whole.


def record_schema(game: Game) -> Schema:
    """The schema of a game's record; one that says nothing of its entries may write any."""
    parts = game.text.record_parts
    most = max(game.facts.seat_counts)
    logged = {"anyOf": [start(), *parts.entries, numbered()]} if parts else {"type": "object", "required": ["by", "do"]}
    return {
        "$schema": DIALECT,
        "title": f"A record of {game.title}",
        "description": "A game as docs/records.md describes it. Further fields beside these may be ignored.",
        "type": "object",
        "required": ["format", "game", "rules", "options", "seats", "log"],
        "properties": {
            "format": {"const": FORMAT},
            "game": {"const": game.name},
            "rules": {"const": game.facts.version},
            "options": options_schema(game, parts),
            "seats": array(seat_schema(parts), min(game.facts.seat_counts), most),
            "log": {"type": "array", "maxItems": MOST_ENTRIES, "items": logged},
            "scores": {"type": "array", "items": {"type": "integer"}},
            "winners": array({"$ref": "#/$defs/seat"}, 0, most, uniqueItems=True),
            "rank": one_of(game.facts.ranks) if game.facts.ranks else False,
            "chance": {"$ref": "#/$defs/chance"},
        },
        "dependentRequired": {"scores": ["winners"], "winners": ["scores"], "rank": ["scores"]},
        "allOf": [by_seats(seats) for seats in game.facts.seat_counts],
        "$defs": {"seat": number(0, most - 1), "chance": chance_schema()},
    }


def options_schema(game: Game, parts: RecordParts | None) -> Schema:
    """What may be agreed before the game; what is missing has its default."""
    known = {option.name: option_schema(option) for option in game.facts.options} | (parts.options if parts else {})
    return fields(known, optional=list(known))


def option_schema(option: Option) -> Schema:
    """One value, or several different ones."""
    one = one_of(option.values)
    return array(one, 0, len(option.values), uniqueItems=True) if option.several else one


def seat_schema(parts: RecordParts | None) -> Schema:
    """A name, and what the game adds."""
    return fields({"name": TEXT} | (parts.seat if parts else {}), optional=list(parts.seat) if parts else ())


def start() -> Schema:
    """Who begins; a game alone has no such entry."""
    return entry("chance", "start", seat={"$ref": "#/$defs/seat"})


def numbered() -> Schema:
    """A move or outcome by its number alone, as a browser writes it."""
    who = {"anyOf": [{"const": "chance"}, {"$ref": "#/$defs/seat"}]}
    return fields({"by": who, "do": {"type": "integer", "minimum": 0}})


def by_seats(seats: int) -> Schema:
    """So many seats have so many scores, and nobody else acts."""
    acts = {"properties": {"by": {"anyOf": [{"const": "chance"}, number(0, seats - 1)]}}}
    told = {
        "log": {"items": acts},
        "scores": {"minItems": seats, "maxItems": seats},
        "winners": {"items": number(0, seats - 1)},
        "options": {"properties": {"solo": {"const": seats == 1}}},
    }
    alone: Schema = {} if seats == 1 else {"not": {"required": ["rank"]}}
    here = {"properties": {"seats": {"minItems": seats, "maxItems": seats}}}
    return {"if": here, "then": {"properties": told} | alone}


def chance_schema() -> Schema:
    """Where luck came from; without it the outcomes were typed in, or taken over from another game."""
    return {
        "type": "object",
        "required": ["secret", "id", "added"],
        "properties": dict.fromkeys(("secret", "id", "added", "commitment"), TEXT),
    }
