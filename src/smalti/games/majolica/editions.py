"""Editions of the box: data files under editions/, each checked before anybody plays with it.

An edition is one JSON file; its name is the value of the option `edition`. What no file may change (sixteen large
tiles, four colours, four workshops, three slots) are constants here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from smalti.kernel.entry import is_number, show
from smalti.kernel.errors import SmaltiError
from smalti.kernel.words import N_

FOLDER = Path(__file__).with_name("editions")
DEFAULT = "reconstruction"

LETTERS = "RGBY"
PURPLE_LETTER = "P"
BLANK_LETTER = "*"
COLOUR_WORDS = (N_("red"), N_("green"), N_("blue"), N_("yellow"), N_("purple"))
RANK_WORDS = (N_("legendary"), N_("master"), N_("artisan"), N_("apprentice"), N_("wasteful"))

WORKSHOPS = 4
SLOTS = 3
MOST_SEATS = 4
MOST_CARDS = 62
MOST_MISSIONS = 10
MOST_SPACES = 6
TARGETS = ("slot1", "slot2", "slot3", "city_hall")
HALL = TARGETS.index("city_hall")

TOTAL, FRAGMENTED, OF_VALUE, TAKEN, PURPLES, VALUES, FIRST, TOGETHER = range(8)
MISSION_KINDS: dict[str, tuple[int, tuple[str, ...]]] = {
    "completed_total": (TOTAL, ("n",)),
    "store_fragmented": (FRAGMENTED, ("colours",)),
    "completed_of_value": (OF_VALUE, ("n", "value")),
    "store_when_taking_four": (TAKEN, ("colours",)),
    "purple_obtained": (PURPLES, ("n",)),
    "completed_values": (VALUES, ()),
    "first_to_complete": (FIRST, ("n",)),
    "completed_in_one_turn": (TOGETHER, ("n",)),
}
"""What a mission may ask for, and the numbers it needs."""


class InvalidEdition(SmaltiError):
    """An edition file that the box cannot be made from, with the reason."""


@dataclass(frozen=True)
class Workshop:
    """One workshop of a player's board."""

    capacity: int
    pattern: tuple[int, ...]
    target: int
    """The slot it delivers to, or HALL."""
    must: int
    may: int
    fragment: int
    leftovers_to: int
    purple: bool
    """Whether purple tiles may lie here."""


@dataclass(frozen=True)
class Card:
    """One design card: how many spaces of each colour, the blank ones last."""

    id: str
    points: int
    spaces: tuple[int, ...]
    bonus: bool


@dataclass(frozen=True)
class Mission:
    """One mission: what it asks for, how often, and of which values."""

    id: str
    points: int
    kind: int
    n: int
    values: tuple[int, ...]


@dataclass(frozen=True)
class Edition:
    """All data of one edition of the box."""

    name: str
    workshops: tuple[Workshop, ...]
    hall: tuple[tuple[int, int], ...]
    """(purple tiles, one-point tokens) for one, two, three and four players."""
    display: int
    fewest_face_up: int
    finished_to_end: int
    one_points: int
    bloom_points: int
    tiles_per_point: int
    solo_rounds: int
    ranks: tuple[tuple[int, str], ...]
    start_cards: tuple[Card, ...]
    design_cards: tuple[Card, ...]
    kaleidoscope_cards: tuple[Card, ...]
    missions: tuple[Mission, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards; the number of a card is its place here."""
        return self.start_cards + self.design_cards + self.kaleidoscope_cards


def read_editions(folder: Path = FOLDER) -> tuple[Edition, ...]:
    """Every edition file of the folder, the default one first."""
    files = sorted(folder.glob("*.json"), key=lambda file: (file.stem != DEFAULT, file.stem))
    if not files:
        raise InvalidEdition("there is no edition file")
    return tuple(read_edition(file) for file in files)


def read_edition(file: Path) -> Edition:
    """One edition file, checked; raises InvalidEdition with the file's name and the reason."""
    try:
        return parse_edition(file.stem, json.loads(file.read_text(encoding="utf-8")))
    except (ValueError, RecursionError) as error:
        raise InvalidEdition(f"{file.name} is no JSON file: {error}") from error
    except InvalidEdition as error:
        raise InvalidEdition(f"{file.name}: {error}") from error


def parse_edition(name: str, box: Any) -> Edition:
    """The edition that the data describes."""
    if not re.fullmatch(r"[a-z][a-z0-9-]*", name):
        raise InvalidEdition(f"{name!r} is no name of an edition; expected small letters, digits and dashes")
    solo, end, points = child(box, "solo"), child(box, "game_end"), child(box, "points")
    edition = Edition(
        name=name,
        workshops=tuple(parse_workshop(w) for w in rows(box, "workshops", WORKSHOPS, WORKSHOPS)),
        hall=tuple(parse_hall(child(box, "city_hall"), seats) for seats in range(1, MOST_SEATS + 1)),
        display=number(box, "display", 1, 12),
        fewest_face_up=number(child(box, "round_end"), "face_up_less_than", 1, 16),
        finished_to_end=number(end, "finished_at_least", 1, 20),
        one_points=number(points, "one", 0, 9),
        bloom_points=number(points, "bloom", 0, 9),
        tiles_per_point=number(points, "tiles_per_point", 1, 9),
        solo_rounds=number(solo, "rounds", 1, 100),
        ranks=parse_ranks(solo),
        start_cards=tuple(parse_card(c) for c in rows(box, "start_cards", MOST_SEATS, MOST_CARDS)),
        design_cards=tuple(parse_card(c) for c in rows(box, "design_cards", 1, MOST_CARDS)),
        kaleidoscope_cards=tuple(parse_card(c) for c in rows(box, "kaleidoscope_cards", 0, MOST_CARDS)),
        missions=tuple(parse_mission(m) for m in rows(box, "missions", MOST_SEATS + 1, MOST_MISSIONS)),
    )
    check_together(edition)
    return edition


# The parts of a file


def child(box: Any, name: str) -> dict[str, Any]:
    """A part of the file that is an object."""
    value = box.get(name) if isinstance(box, dict) else None
    if not isinstance(value, dict):
        raise InvalidEdition(f"{name!r} is {show(value)}, expected an object")
    return value


def rows(box: dict[str, Any], name: str, least: int, most: int) -> list[Any]:
    """A part of the file that is a list of a certain length."""
    value = box.get(name)
    if not isinstance(value, list) or not least <= len(value) <= most:
        raise InvalidEdition(f"{name!r} is {show(value)}, expected a list of {least} to {most}")
    return value


def number(box: Any, name: str, least: int, most: int) -> int:
    """A number of the file within its bounds."""
    value = box.get(name) if isinstance(box, dict) else None
    if not is_number(value) or not least <= value <= most:
        raise InvalidEdition(f"{name!r} is {show(value)}, expected a whole number from {least} to {most}")
    return value


def parse_workshop(box: Any) -> Workshop:
    """Rules 1.2, 6.1, 6.6, 6.7 and 6.9: what one workshop holds, waits for and does."""
    pattern = rows(box if isinstance(box, dict) else {}, "pattern", 1, len(LETTERS))
    capacity = number(box, "capacity", 1, 6)
    if not all(is_number(part) and part > 0 for part in pattern) or sum(pattern) != capacity:
        raise InvalidEdition(f"the pattern {show(pattern)} does not fill a workshop of {capacity} tiles exactly")
    if box.get("target") not in TARGETS or not isinstance(box.get("purple"), bool):
        raise InvalidEdition(f"a workshop needs a target of {', '.join(TARGETS)} and purple true or false")
    must = number(box, "must", 1, capacity)
    return Workshop(
        capacity,
        tuple(pattern),
        TARGETS.index(box["target"]),
        must,
        number(box, "may", 0, capacity - must),
        number(box, "fragment", 0, capacity),
        number(box, "leftovers_to", 1, WORKSHOPS) - 1,
        box["purple"],
    )


def parse_hall(box: dict[str, Any], seats: int) -> tuple[int, int]:
    """Rule 2.1: the filling of the City Hall for a number of players."""
    filling = child(box, str(seats))
    return number(filling, "purple", 0, 20), number(filling, "one", 0, 50)


def parse_ranks(box: dict[str, Any]) -> tuple[tuple[int, str], ...]:
    """Rule 14.4: the ranks, from the best one down to zero points."""
    ranks = rows(box, "ranks", len(RANK_WORDS), len(RANK_WORDS))
    if not all(isinstance(rank, list) and len(rank) == 2 and is_number(rank[0]) for rank in ranks):
        raise InvalidEdition(f"{show(ranks)} are no ranks; expected [points, word] for each")
    least = [int(points) for points, _ in ranks]
    if least != sorted(set(least), reverse=True) or least[-1] != 0:
        raise InvalidEdition(f"the ranks {show(ranks)} do not go down to 0 points")
    if tuple(word for _, word in ranks) != RANK_WORDS:
        raise InvalidEdition(f"the ranks are called {', '.join(RANK_WORDS)}, not {show(ranks)}")
    return tuple(zip(least, RANK_WORDS, strict=True))


def parse_card(box: Any) -> Card:
    """Rule 1.4: a card as [id, points, spaces, bonus symbol]."""
    if not isinstance(box, list) or len(box) != 4:
        raise InvalidEdition(f"{show(box)} is no card; expected [id, points, spaces, bonus]")
    name, points, spaces, bonus = box
    if not isinstance(name, str) or not re.fullmatch(r"[A-Z][0-9]{1,3}", name):
        raise InvalidEdition(f"{show(name)} is no id of a card; expected a capital letter and a number")
    if not is_number(points) or not 1 <= points <= 20 or bonus not in (0, 1):
        raise InvalidEdition(f"card {name} needs 1 to 20 points and a bonus symbol of 0 or 1")
    if not isinstance(spaces, str) or not re.fullmatch(rf"[{LETTERS}{BLANK_LETTER}]{{1,{MOST_SPACES}}}", spaces):
        raise InvalidEdition(f"card {name} has the spaces {show(spaces)}, expected one to six of R, G, B, Y and *")
    return Card(name, points, tuple(spaces.count(x) for x in LETTERS + BLANK_LETTER), bool(bonus))


def parse_mission(box: Any) -> Mission:
    """Section 13: one mission."""
    if not isinstance(box, dict) or not isinstance(box.get("id"), str) or not re.fullmatch(r"[A-Z]\d+", box["id"]):
        raise InvalidEdition(f"{show(box)} is no mission; expected an object with an id like M1")
    if box.get("type") not in MISSION_KINDS:
        raise InvalidEdition(f"mission {box['id']} has the type {show(box.get('type'))}, expected one we know")
    kind, names = MISSION_KINDS[box["type"]]
    numbers = {name: number(box, name, 1, len(LETTERS) if name == "colours" else 20) for name in names}
    values = rows(box, "values", 1, 6) if kind == VALUES else [numbers["value"]] if kind == OF_VALUE else []
    if not all(is_number(value) for value in values):
        raise InvalidEdition(f"mission {box['id']} has the values {show(values)}, expected numbers of points")
    n = numbers.get("n", numbers.get("colours", len(values)))
    return Mission(box["id"], number(box, "points", 0, 50), kind, n, tuple(values))


# What must fit together


def check_together(edition: Edition) -> None:
    """Refuses an edition whose parts contradict each other or the rule book."""
    unique("card", [card.id for card in edition.cards])
    unique("mission", [mission.id for mission in edition.missions])
    if len(edition.cards) > MOST_CARDS:
        raise InvalidEdition(f"there are {len(edition.cards)} cards, at most {MOST_CARDS} are possible")
    if sorted(w.target for w in edition.workshops) != [*range(WORKSHOPS)]:
        raise InvalidEdition("each slot and the City Hall must be the target of exactly one workshop")
    if sorted(w.leftovers_to for w in edition.workshops) != [*range(WORKSHOPS)]:
        raise InvalidEdition("each workshop must receive the leftovers of exactly one other")
    if any(w.leftovers_to == n for n, w in enumerate(edition.workshops)):
        raise InvalidEdition("a workshop cannot send its leftovers to itself")
    if any(card.spaces[-1] for card in edition.start_cards + edition.design_cards):
        raise InvalidEdition("only kaleidoscope cards have blank spaces")
    if sum(mission.kind == FIRST for mission in edition.missions) > 1:
        raise InvalidEdition("only one mission can be for the first to finish some designs")


def unique(what: str, ids: Iterable[str]) -> None:
    """Refuses an id that stands twice."""
    seen: set[str] = set()
    for one in ids:
        if one in seen:
            raise InvalidEdition(f"{what} {one} stands twice")
        seen.add(one)
