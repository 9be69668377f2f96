"""The box: section 1 of the rules, the floor plans, and section 12."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from smalti.games.maharani.components import (
    BOX,
    FACES,
    KIND_TOTALS,
    NEIGHBOURS,
    PLAN_NAMES,
    PLANS,
    SLOT_QUARTER,
    TILES_IN_BOX,
    arrows_on,
    tile_parts,
)
from smalti.games.maharani.game import MAHARANI
from smalti.games.maharani.plans import DIRECTIONS, FOLDER, KIND_OF, BadPlan, Plan, read_plan, read_plans
from smalti.kernel.sets import bit
from tests.games.maharani.table import table

each_plan = pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.name)


@each_plan
def test_four_quarters_of_fourteen_spaces(plan: Plan) -> None:
    """Maharani 1.1: 56 spaces in four quarters of 14."""
    assert Counter(map(plan.quarter, plan.places)) == {"NW": 14, "NE": 14, "SE": 14, "SW": 14}


def test_spaces_that_share_an_edge_are_neighbours_also_across_a_border() -> None:
    """Maharani 1.1: neighbours share an edge, corners do not count."""
    e2, *near, far = (PLANS[0].places.index(place) for place in ((1, 4), (0, 4), (1, 3), (1, 5), (2, 4), (0, 5)))

    assert NEIGHBOURS[0, e2] == sum(map(bit, near))
    assert not NEIGHBOURS[0, e2] & bit(far)


@each_plan
def test_spaces_by_their_columns(plan: Plan) -> None:
    """Maharani 1.2: 8 spaces with a whole column, 24 with one half, 24 with two."""
    assert Counter(KIND_OF[word] for word in plan.columns.values()) == {"centre": 8, "half": 24, "opposite": 24}


def test_sixty_tiles_ten_of_each_colour() -> None:
    """Maharani 1.3: in each colour four halves, four with two halves and two centres."""
    kinds: Counter[tuple[int, str]] = Counter()
    for tile, copies in enumerate(TILES_IN_BOX):
        colour, face = tile_parts(tile)
        kinds[colour, FACES[face][0]] += int(copies)

    assert sum(kinds.values()) == 60
    assert all(
        kinds[colour, kind] == n for colour in range(6) for kind, n in (("half", 4), ("opposite", 4), ("centre", 2))
    )


def test_four_slots_lie_in_four_quarters_whichever_way_the_rondel_points() -> None:
    """Maharani 1.4: the rondel has four slots, and turning it gives each another quarter."""
    assert all(sorted(quarters) == [0, 1, 2, 3] for quarters in SLOT_QUARTER.tolist())
    assert all(len(set(SLOT_QUARTER[:, slot])) == 4 for slot in range(4))


def test_gold_is_the_score() -> None:
    """Maharani 1.5: whoever has most gold has most points."""
    assert table(seats="lmpe:b1,lmpe:b3,lmpe,lmpe").scores() == (1, 3, 0, 0)


# What is reconstructed


def test_the_program_says_that_the_plan_is_a_reconstruction() -> None:
    """Maharani 12.1: players are told, and every plan file is marked."""
    assert "reconstruction" in MAHARANI.facts.reconstructed
    assert all(json.loads(file.read_text())["reconstructed"] is True for file in FOLDER.glob("*.json"))


def test_the_courtyard_is_the_default_plan() -> None:
    """Maharani 12.2: two plans are offered, the courtyard unless you choose otherwise."""
    assert PLAN_NAMES == ("courtyard", "compact")
    assert MAHARANI.course.written_options(MAHARANI.course.setup(2, {})) == {"plan": "courtyard"}
    assert MAHARANI.course.written_options(MAHARANI.course.setup(2, {"plan": "compact"})) == {"plan": "compact"}


@pytest.mark.parametrize(
    ("face", "columns", "ways"),
    [
        (("half", 0), "E", "E"),
        (("half", 90), "E", "S"),
        (("half", 180), "E", "W"),
        (("half", 270), "E", "N"),
        (("opposite", "along"), "EW", "EW"),
        (("opposite", "across"), "EW", "NS"),
        (("centre", None), "C", "NESW"),
        (("half", 0), "EW", ""),
        (("opposite", "along"), "C", ""),
        (("centre", None), "N", ""),
    ],
)
def test_where_the_arrow_points(face: tuple[str, int | str | None], columns: str, ways: str) -> None:
    """Maharani 12.3: the arrows of half tiles in degrees from the half, of opposite tiles along or across."""
    assert {DIRECTIONS[way] for way in arrows_on(FACES.index(face), columns)} == set(ways)


@each_plan
def test_every_side_has_the_same_chances(plan: Plan) -> None:
    """Maharani 12.3: each tile can point to each side on equally many spaces."""
    for face in range(len(FACES)):
        ways = Counter(way for word in plan.columns.values() for way in arrows_on(face, word))
        assert len(set(ways.values())) == 1
        assert len(ways) == 4


def test_what_else_was_chosen_is_named() -> None:
    """Maharani 12.4: slots, animals, colours and sides are listed as reconstructed."""
    named = " ".join(BOX["reconstructed"])

    assert all(word in named for word in ("slots", "animal", "colours", "sides"))


# Plan files


DRAWN = json.loads((FOLDER / "courtyard.json").read_text())


def with_rows(*changes: tuple[int, str]) -> str:
    """The courtyard with some rows drawn anew."""
    rows = list(DRAWN["rows"])
    for number, row in changes:
        rows[number] = row
    return json.dumps(DRAWN | {"rows": rows})


BAD_PLANS = {
    "not JSON": ("{", "is not JSON"),
    "not an object": ("[]", "in 'words'"),
    "no words": (json.dumps({"rows": DRAWN["rows"], "reconstructed": True}), "in 'words'"),
    "not marked": (json.dumps(DRAWN | {"reconstructed": "yes"}), "in 'reconstructed'"),
    "no rows": (json.dumps(DRAWN | {"rows": 3}), "not a list of texts"),
    "not square": (json.dumps(DRAWN | {"rows": DRAWN["rows"][:-2]}), "even number of rows"),
    "odd": (json.dumps(DRAWN | {"rows": [".. .. .."] * 3}), "even number of rows"),
    "empty": (json.dumps(DRAWN | {"rows": []}), "even number of rows"),
    "unknown pattern": (with_rows((0, ".. .. .. .. X  W  .. .. .. ..")), "'X' at (0, 4) is no pattern"),
    "55 spaces": (with_rows((0, ".. .. .. .. .. W  .. .. .. ..")), "there are 55 spaces, expected 56"),
    "13 in a quarter": (
        with_rows((0, ".. .. .. .. .. E  W  .. .. ..")),
        "quarter NW has 13 spaces, expected 14",
    ),
    "nine centres": (with_rows((4, "C  NS NS .. .. .. .. NS NS S ")), "there are 9 centre spaces, expected 8"),
    "three centres in a quarter": (
        with_rows((1, ".. C  E  EW EW EW EW W  W  .."), (4, "C  NS NS .. .. .. .. NS NS S ")),
        "quarter NW has 3 centre spaces, expected 2",
    ),
    "half without its other half": (
        with_rows((1, ".. C  EW EW EW EW EW W  C  ..")),
        "the halves of (1, 1) and (1, 2) do not meet",
    ),
    "half at a wall": (with_rows((0, ".. .. .. .. NS W  .. .. .. ..")), "(0, 4) has half a column at its N edge"),
    "half at the court": (with_rows((2, ".. S  C  E  NS EW W  C  S  ..")), "do not meet"),
}


@pytest.mark.parametrize(("text", "reason"), BAD_PLANS.values(), ids=BAD_PLANS)
def test_a_bad_plan_is_refused_with_the_reason(text: str, reason: str) -> None:
    """Maharani 12.2: a plan on which the game could not be played is not offered."""
    with pytest.raises(BadPlan) as refused:
        read_plan("mine", text, KIND_TOTALS)

    assert str(refused.value).startswith("floor plan mine: ")
    assert reason in str(refused.value)


def test_a_plan_in_two_parts_is_refused() -> None:
    """Maharani 1.1: the floor is one."""
    nothing = " ".join([".."] * 16)
    north = ["C C E W E W E W " * 2, "E W E W E W .. .. " * 2]
    rows = [*north, *[nothing] * 6, *north, *[nothing] * 6]

    with pytest.raises(BadPlan, match="only 28 of the spaces hang together"):
        read_plan("apart", json.dumps(DRAWN | {"rows": rows}), KIND_TOTALS)


def test_a_plan_with_other_kinds_than_the_tiles_is_refused() -> None:
    """Maharani 1.3: there must be a tile for every space."""
    with pytest.raises(BadPlan, match="24 spaces of the kind half, but 23 tiles"):
        read_plan("mine", json.dumps(DRAWN), {"half": 23, "opposite": 24, "centre": 12})


def test_a_third_plan_is_only_a_file(tmp_path: Path) -> None:
    """Maharani 12.2: every file of the folder is a plan, the default first."""
    for name in ("courtyard", "compact", "annex"):
        (tmp_path / f"{name}.json").write_text(json.dumps(DRAWN))

    plans = read_plans("courtyard", KIND_TOTALS, tmp_path)

    assert [plan.name for plan in plans] == ["courtyard", "annex", "compact"]


def test_without_its_default_plan_the_folder_is_refused(tmp_path: Path) -> None:
    """Maharani 12.2: the default plan must be there."""
    with pytest.raises(BadPlan, match="no floor plan 'courtyard'"):
        read_plans("courtyard", KIND_TOTALS, tmp_path)
