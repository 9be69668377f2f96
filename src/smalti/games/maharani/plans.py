"""Floor plans: data files in the folder `plans`, each checked when it is read.

A plan is drawn row by row from the north, a word for each place: `..` wall or court, `C` a whole column in the
middle, `N` half a column at the northern edge, `EW` halves at the eastern and the western edge, and so on. The
borders of the quarters are the middle lines of the square.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from smalti.kernel.errors import SmaltiError

Place = tuple[int, int]

FOLDER = Path(__file__).with_name("plans")
DIRECTIONS = "NESW"
"""The sides of the board and of a space, clockwise."""
STEPS: dict[str, Place] = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
QUARTERS = ("NW", "NE", "SE", "SW")
NOTHING = ".."
KIND_OF = {"C": "centre", "N": "half", "E": "half", "S": "half", "W": "half", "NS": "opposite", "EW": "opposite"}

SPACES = 56
SPACES_IN_QUARTER = 14
CENTRES = 8
CENTRES_IN_QUARTER = 2
MOST_ROWS = 26
"""Columns are named a to z."""


class BadPlan(SmaltiError):
    """A floor plan that cannot be played on; the message names the plan and what is wrong."""


@dataclass(frozen=True)
class Plan:
    """A floor plan: the columns of each space, by (row, column) in reading order."""

    name: str
    words: str
    rows: int
    columns: Mapping[Place, str]

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Where each space lies; its index is the number of the space."""
        return tuple(self.columns)

    def quarter(self, place: Place) -> str:
        """The quarter of a place: the middle lines are the borders."""
        return ("N" if place[0] < self.rows // 2 else "S") + ("W" if place[1] < self.rows // 2 else "E")

    def neighbour(self, place: Place, direction: str) -> Place | None:
        """Rule 1.1: the space beyond that edge, if there is one."""
        row, col = STEPS[direction]
        other = (place[0] + row, place[1] + col)
        return other if other in self.columns else None

    def has_half(self, place: Place, direction: str) -> bool:
        """Whether the space shows half a column at that edge."""
        return KIND_OF[self.columns[place]] != "centre" and direction in self.columns[place]


def read_plans(default: str, tile_kinds: Mapping[str, int], folder: Path = FOLDER) -> tuple[Plan, ...]:
    """Every plan of the folder, the default first; refuses the first bad one."""
    files = sorted(folder.glob("*.json"), key=lambda file: (file.stem != default, file.stem))
    if not files or files[0].stem != default:
        raise BadPlan(f"there is no floor plan {default!r} in the folder {folder.name!r}")
    return tuple(read_plan(file.stem, file.read_text(encoding="utf-8"), tile_kinds) for file in files)


def read_plan(name: str, text: str, tile_kinds: Mapping[str, int]) -> Plan:
    """The plan that a file's text describes, checked; the tile kinds are the number of tiles of each kind."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise BadPlan(f"floor plan {name}: the file is not JSON: {error}") from error
    try:
        plan = draw_plan(name, data)
        for check in CHECKS:
            check(plan)
        check_kinds(plan, tile_kinds)
    except BadPlan as reason:
        raise BadPlan(f"floor plan {name}: {reason}") from None
    return plan


def draw_plan(name: str, data: object) -> Plan:
    """The spaces of the drawing."""
    if (
        not isinstance(data, dict)
        or not isinstance(data.get("words"), str)
        or type(data.get("reconstructed")) is not bool
    ):
        raise BadPlan("a plan says in 'words' what it is, and in 'reconstructed' whether it is, true or false")
    drawn = data.get("rows")
    if not isinstance(drawn, list) or not all(isinstance(row, str) for row in drawn):
        raise BadPlan("the field 'rows' is not a list of texts")
    rows = [row.split() for row in drawn]
    if len(rows) % 2 or len(rows) > MOST_ROWS or {len(row) for row in rows} != {len(rows)}:
        raise BadPlan(f"the drawing is not a square with an even number of rows, {MOST_ROWS} at most")
    columns = {(r, c): word for r, row in enumerate(rows) for c, word in enumerate(row) if word != NOTHING}
    for place, word in columns.items():
        if word not in KIND_OF:
            raise BadPlan(f"{word!r} at {place} is no pattern of columns; there are: {', '.join(KIND_OF)}")
    return Plan(name, data["words"], len(rows), columns)


def check_count(plan: Plan) -> None:
    """Rule 1.1: 56 spaces."""
    if len(plan.columns) != SPACES:
        raise BadPlan(f"there are {len(plan.columns)} spaces, expected {SPACES}")


def check_quarters(plan: Plan) -> None:
    """Rule 1.1: four quarters of 14."""
    found = Counter(map(plan.quarter, plan.columns))
    for quarter in QUARTERS:
        if found[quarter] != SPACES_IN_QUARTER:
            raise BadPlan(f"quarter {quarter} has {found[quarter]} spaces, expected {SPACES_IN_QUARTER}")


def check_centres(plan: Plan) -> None:
    """Rule 1.2: 8 spaces with a whole column, two in each quarter."""
    found = Counter(plan.quarter(place) for place, word in plan.columns.items() if KIND_OF[word] == "centre")
    if sum(found.values()) != CENTRES:
        raise BadPlan(f"there are {sum(found.values())} centre spaces, expected {CENTRES}")
    for quarter in QUARTERS:
        if found[quarter] != CENTRES_IN_QUARTER:
            raise BadPlan(f"quarter {quarter} has {found[quarter]} centre spaces, expected {CENTRES_IN_QUARTER}")


def check_halves(plan: Plan) -> None:
    """Rule 1.2: the two halves on either side of an edge make one column, and no half stands at a wall."""
    for place in plan.columns:
        for turn, direction in enumerate(DIRECTIONS):
            other = plan.neighbour(place, direction)
            if other is None:
                if plan.has_half(place, direction):
                    raise BadPlan(f"{place} has half a column at its {direction} edge, where no space follows")
            elif plan.has_half(place, direction) != plan.has_half(other, DIRECTIONS[(turn + 2) % 4]):
                raise BadPlan(f"the halves of {place} and {other} do not meet")


def check_connected(plan: Plan) -> None:
    """Rule 1.1: one floor, not several."""
    reached = {plan.places[0]}
    rest = [plan.places[0]]
    while rest:
        place = rest.pop()
        for direction in DIRECTIONS:
            other = plan.neighbour(place, direction)
            if other is not None and other not in reached:
                reached.add(other)
                rest.append(other)
    if len(reached) != len(plan.columns):
        raise BadPlan(f"only {len(reached)} of the spaces hang together with {plan.places[0]}")


def check_kinds(plan: Plan, tile_kinds: Mapping[str, int]) -> None:
    """Rules 1.2 and 1.3: as many spaces of a kind as tiles; of centre tiles there are more."""
    found = Counter(KIND_OF[word] for word in plan.columns.values())
    for kind, tiles in tile_kinds.items():
        if kind != "centre" and found[kind] != tiles:
            raise BadPlan(f"there are {found[kind]} spaces of the kind {kind}, but {tiles} tiles")


CHECKS = (check_count, check_quarters, check_centres, check_halves, check_connected)
