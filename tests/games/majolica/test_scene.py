"""The picture of Majolica: what is on it, what it says, and how every kind of move is clicked."""

from __future__ import annotations

import json
from dataclasses import asdict
from time import process_time
from xml.etree import ElementTree

import pytest

from smalti.games.majolica.bench import kiln_tiles
from smalti.games.majolica.game import MAJOLICA
from smalti.games.majolica.moves import decode, encode, encode_discard, encode_install
from smalti.games.majolica.tables.names import card_number
from smalti.games.majolica.tables.room import COLUMN
from smalti.kernel.game import CHANCE
from smalti.kernel.scene import Choice, Ids, Scene
from smalti.kernel.state import State

GRID = "grid=RGBY/R..Y/GGBY/RBYB"
TAKING = f"RRRGG/-/-/-;S1,-,-|-/-/-/-;-,S2,- take:0 {GRID} display=D01,D02"
PLACING = f"RRRGG/-/-/-;S1,-,-|-/-/-/-;-,S2,- place:0 {GRID} hand=G due=tiles display=D01,D02"


def at(text: str) -> State:
    return MAJOLICA.text.parse_position(text)


def picture(text: str, seat: int = 0, language: str = "en") -> Scene:
    return MAJOLICA.drawn.scene(at(text), seat, language)


def elements(scene: Scene) -> dict[str, ElementTree.Element]:
    """Everything with an id."""
    return {str(one.get("id")): one for one in ElementTree.fromstring(scene.svg).iter() if one.get("id")}


def spoken(scene: Scene, name: str) -> str:
    return str(elements(scene)[name].get("aria-label"))


def words(scene: Scene) -> str:
    return " | ".join(one.strip() for one in ElementTree.fromstring(scene.svg).itertext() if one.strip())


def choice(scene: Scene, move: int) -> Choice:
    return next(one for one in scene.choices if one.move == move)


def paths(scene: Scene, kind: str) -> set[Ids]:
    return {path for one in scene.choices if decode(one.move)[0] == kind for path in one.paths}


@pytest.mark.parametrize("seat", [CHANCE, 0, 1])
def test_every_panel_is_there(seat: int) -> None:
    panels = [panel.id for panel in picture(TAKING, seat).panels]

    assert {"grid", "display", "hall", "bench-0", "bench-1"} <= set(panels)
    assert ("actions" in panels) == (seat == 0)


def test_the_own_bench_is_large() -> None:
    scale = {panel.id: panel.scale for panel in picture(TAKING, 1).panels}

    assert scale["bench-1"] > scale["bench-0"]


def test_things_are_spoken() -> None:
    scene = picture(TAKING)

    assert spoken(scene, "cell-0-0") == "a1: red"
    assert spoken(scene, "cell-1-1") == "b2: face down"
    assert spoken(scene, "kiln-0-1") == "workshop 1: 3 red, 2 green; it waits for 3:3"
    assert spoken(scene, "slot-0-2") == "slot 2: free"
    assert spoken(scene, "card-S1") == "design S1, 3 points; free: 1 red, 1 green, 1 blue"


def test_things_are_spoken_in_french() -> None:
    english, french = picture(TAKING), picture(TAKING, language="fr")

    for name in ("cell-0-0", "kiln-0-1", "slot-0-2", "card-S1", "with-card"):
        assert spoken(english, name) != spoken(french, name)


def test_a_run_is_taken_by_its_handle() -> None:
    """Majolica 4.2 and 4.3: the whole of a border line, or of its part between gaps."""
    scene = picture(TAKING)
    handles = {path for path in paths(scene, "run-take") if len(path) == 1}

    assert len(handles) == 4
    assert all(path[0].startswith("run-") for path in handles)


def test_one_tile_comes_with_a_card_or_a_rearrangement() -> None:
    """Majolica 4.4 and 4.5: the tile, then what comes with it, or the other way round."""
    scene = picture(TAKING)

    assert {("cell-0-0", "with-card"), ("with-card", "cell-0-0")} <= paths(scene, "card-take")
    assert {("cell-0-0", "with-order"), ("with-order", "cell-0-0")} <= paths(scene, "order-take")


def test_tiles_in_hand_go_to_a_kiln() -> None:
    """Majolica 5.1: all of them into one workshop."""
    scene = picture(PLACING)

    assert choice(scene, encode("put", 1)).paths == (("kiln-0-2",), ("hand", "kiln-0-2"))


def test_a_label_says_what_follows() -> None:
    """Majolica 6.3: the third green tile makes workshop 1 run at once."""
    scene = picture(PLACING)

    assert "workshop 1 runs: deliver up to 2" in choice(scene, encode("put", 0)).label
    assert "runs" not in choice(scene, encode("put", 1)).label


def test_a_label_looks_ahead_in_the_cascade() -> None:
    """Majolica 6.11: what is left of workshop 1 may start workshop 2, and so on."""
    scene = picture(f"RRRGG/BB/-/RRR;D01,D04,S1|-/-/-/-;-,S2,- place:0 {GRID} hand=G due=tiles")
    words = choice(scene, encode("put", 0)).label

    assert "workshop 1 runs: deliver up to 2" in words
    assert "workshop 2" in words.partition("workshop 1 runs")[2]


def test_a_free_discard_begins_with_the_bin() -> None:
    """Majolica 5.3: so that a click on a kiln never throws a tile away."""
    scene = picture(PLACING)

    assert choice(scene, encode_discard(0, 1)).paths == (("bin", "tile-0-1-G-0"), ("bin", "tile-0-1-G-1"))


def test_a_card_goes_to_a_slot() -> None:
    """Majolica 7.1: the card of the display, then the slot."""
    position = PLACING.replace("due=tiles", "due=tiles+card")
    move = encode_install(card_number(at(position), "D02"), 2)

    assert choice(picture(position), move).paths == (("card-D02", "slot-0-3"),)


def test_two_slots_are_exchanged_by_clicking_both() -> None:
    """Majolica 7.3: every arrangement has a picture; an exchange can be clicked on the bench as well."""
    position = PLACING.replace("due=tiles", "due=tiles+order").replace("S1,-,-|", "S1,-,D07|")
    found = paths(picture(position), "order")

    assert {("order-0",), ("slot-0-1", "slot-0-3"), ("slot-0-3", "slot-0-1")} <= found


DELIVERING = f"RRRGGG/-/-/-;S1:GB,-,-|-/-/-/-;-,S2,- deliver:0 {GRID} running=1 further=2"


def test_a_delivery_is_a_tile_or_its_space_and_shows_its_points() -> None:
    """Majolica 6.6 and 7.4: the last space of a card brings its points."""
    scene = picture(DELIVERING)
    only = scene.choices[0]

    assert [decode(one.move) for one in scene.choices] == [("deliver", 0)]
    assert only.paths == (("tile-0-1-R-0",), ("tile-0-1-R-1",), ("tile-0-1-R-2",), ("space-S1-0",))
    assert only.ghost == (("space-S1-0", "tile-R"),)
    assert only.gain == "+3"
    assert "finishes design S1: 3 points" in only.label


def test_a_running_kiln_burns() -> None:
    uses = [one.get("href") for one in elements(picture(DELIVERING))["kiln-0-1"]]

    assert "#kiln-hot" in uses
    assert "#flame" in uses


@pytest.mark.parametrize("too_many", range(1, 8))
def test_what_overflows_lies_between_the_carts(too_many: int) -> None:
    """A cart reaches 13 into its column from the left and 17 from the right; what lies under it cannot be clicked."""
    held = [(0, n) for n in range(5 + too_many)]
    tiles = [ElementTree.fromstring(one) for one in kiln_tiles(0, 2, held, 5, "en")]
    left = [float(str(one.get("x"))) for one in tiles[5:]]

    assert len(set(left)) == too_many
    assert min(left) >= 13
    assert max(left) + 32 <= COLUMN - 17


def test_a_blocked_kiln_waits() -> None:
    """Majolica 6.4: a workshop with its pattern and no card shows an hourglass."""
    scene = picture(f"RRRGGG/-/-/-;-,-,-|-/-/-/-;-,S2,- take:0 {GRID} display=D01")

    assert "#wait" in [one.get("href") for one in elements(scene)["kiln-0-1"]]


def test_missions_are_told_in_the_readers_language() -> None:
    """Majolica 13.1: the missions shown, each with its text and points."""
    position = f"-/-/-/-;S1,-,-|-/-/-/-;-,S2,- pick:1 {GRID} with=missions shown=M1,M4,M5"

    assert "Finish 5 designs." in words(picture(position, 1))
    assert "Terminez 5" in words(picture(position, 1, "fr"))
    assert paths(picture(position, 1), "pick") == {("mission-M1",), ("mission-M4",), ("mission-M5",)}


def test_the_picture_is_small_and_quick() -> None:
    """At most 80 KB, and 30 ms of work; a slow machine is given more."""
    seats = []
    for seat in range(4):
        cards = [f"D{n:02}" for n in range(1 + 4 * seat, 5 + 4 * seat)]
        slots = [f"D{n}" for n in range(17 + 3 * seat, 20 + 3 * seat)]
        seats.append(f"RRRGG/RRGGB/RRY/GGB;{','.join(slots)};done:{','.join(cards)};ones:1")
    grid = "grid=RGBY/RGBY/RGBY/RGBY display=D29,D30,D31,D32,D33,D34"
    state = at(f"{'|'.join(seats)} take:0 {grid} with=bloom+kaleidoscope")
    MAJOLICA.drawn.scene(state, 0, "fr")
    times = []
    for _ in range(5):
        start = process_time()
        scene = MAJOLICA.drawn.scene(state, 0, "fr")
        sent = scene.svg + json.dumps([asdict(one) for one in scene.choices], ensure_ascii=False)
        times.append(process_time() - start)

    assert len(sent.encode()) < 80_000
    assert min(times) < 0.06
