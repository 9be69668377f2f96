"""The picture of Maharani: the floor, the rondel, what is said and what may be clicked."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest

from smalti.games.maharani.components import COLOURS, FACE_COUNT, PLANS, TILE_COUNT, arrows_on, tile_number, tile_parts
from smalti.games.maharani.game import MAHARANI
from smalti.games.maharani.moves import decode_place, is_place
from smalti.games.maharani.names import space_name
from smalti.games.maharani.plans import DIRECTIONS
from smalti.games.maharani.scene import scene
from smalti.games.maharani.sentences import play_on
from smalti.games.maharani.state import NONE, SECOND, WORKER, left_in_bag
from smalti.games.maharani.tables.art import DEFS, GLAZE
from smalti.games.maharani.tables.floor import joints, outline
from smalti.games.maharani.tables.rondel import edges_of
from smalti.kernel.scene import Choice, Scene
from smalti.kernel.state import State, copy_state
from tests.play import new_match, positions

LARGEST = 80 * 1024
# How people with each of the common deficiencies see linear red, green and blue (Machado, Oliveira, Fernandes 2009).
SIGHT = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}


def start(seats: int = 4, plan: str = "courtyard") -> State:
    return new_match("maharani", seats, {"plan": plan}).position.state


def drawn_ids(picture: Scene) -> list[str]:
    return [name for element in ElementTree.fromstring(picture.svg).iter() if (name := element.get("id"))]


def weight(picture: Scene) -> int:
    moves = json.dumps([asdict(choice) for choice in picture.choices], ensure_ascii=False, separators=(",", ":"))
    return len(picture.svg.encode()) + len(moves.encode())


def lightness(colour: str, sight: tuple[tuple[float, ...], ...]) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    red, green, blue = (sum(a * b for a, b in zip(row, linear, strict=True)) for row in sight)
    grey = max(0.0, 0.2126 * red + 0.7152 * green + 0.0722 * blue)
    return 116 * grey ** (1 / 3) - 16 if grey > 0.008856 else 903.3 * grey


@pytest.mark.parametrize("sight", SIGHT.values(), ids=SIGHT)
def test_tile_colours_differ_in_grey_for_all_eyes(sight: tuple[tuple[float, ...], ...]) -> None:
    ladder = sorted(lightness(body, sight) for body, *_ in GLAZE.values())
    assert min(high - low for low, high in pairwise(ladder)) >= 6.9


def test_every_tile_colour_has_a_letter_of_its_own() -> None:
    letters = re.findall(r">([A-Z])</text>", DEFS)
    assert letters == [colour[0].upper() for colour in COLOURS]
    assert all(one != two for one, two in combinations(letters, 2))


@pytest.mark.parametrize("plan", range(len(PLANS)))
def test_a_plan_has_36_columns_at_joints_and_8_in_the_middle(plan: int) -> None:
    columns = joints(plan)
    assert sum(one == two for one, two, *_ in columns) == 8
    assert sum(one != two for one, two, *_ in columns) == 36
    assert outline(PLANS[plan]).count("M") >= 8


@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize("face", range(FACE_COUNT))
def test_a_tile_on_the_rondel_shows_the_columns_that_let_it_lie_so(face: int, side: int) -> None:
    edges = edges_of(tile_number(0, face), side)
    pattern = edges if edges in arrows_patterns() else edges[::-1]
    assert side in arrows_on(face, pattern)


def arrows_patterns() -> set[str]:
    return {pattern for plan in PLANS for pattern in plan.columns.values()}


@pytest.mark.parametrize(("seats", "plan"), [(2, "courtyard"), (3, "compact"), (4, "courtyard")])
def test_the_rondel_is_turned_to_the_active_player(seats: int, plan: str) -> None:
    for match, seat, _ in positions(new_match("maharani", seats, {"plan": plan})):
        root = ElementTree.fromstring(scene(match.position.state, seat, "en").svg)
        turn = next(e.get("data-turn") for e in root.iter() if e.get("id") == "rondel")
        side = {2: "SN", 3: "SWN", 4: "SWNE"}[seats][seat]
        assert turn == {"S": "0", "W": "90", "N": "180", "E": "270"}[side]


def test_every_tile_and_worker_on_the_floor_is_drawn_once() -> None:
    for number, (match, seat, _) in enumerate(positions(new_match("maharani", 2, {}))):
        if number % 7 == 0:
            state, ids = match.position.state, drawn_ids(scene(match.position.state, seat, "en"))
            tiles = sum(int(tiles).bit_count() for tiles in state.tiles)
            workers = sum(int(workers).bit_count() for workers in state.workers)
            assert sum(bool(re.fullmatch(r"tile-\d+-\d+", name)) for name in ids) == tiles
            assert sum(name.startswith("worker-") for name in ids) == workers
            assert sum(name.startswith("space-") for name in ids) == 56
            assert len(ids) == len(set(ids))


def test_the_arrow_is_asked_for_only_where_there_is_a_choice() -> None:
    for match, seat, _ in positions(new_match("maharani", 3, {})):
        state = match.position.state
        for choice in scene(state, seat, "en").choices:
            if is_place(choice.move):
                slot, space, arrow = decode_place(choice.move)
                face = tile_parts(int(state.rondel[slot]))[1]
                several = len(arrows_on(face, list(PLANS[int(state.plan)].columns.values())[space])) > 1
                (path,) = choice.paths
                assert path[0] == f"slot-{slot + 1}"
                assert path[2:] == ((f"arrow-{DIRECTIONS[arrow]}",) if several else ())
                assert choice.ghost[0][0] == path[1]


def finish(state: State, seat: int, move: int) -> list[int]:
    """What a placement brings with its worker, one figure for each worker that may come."""
    after = play_on(state, seat, move)
    if int(after.phase) != WORKER:
        return [int(after.gold[seat]) - int(state.gold[seat])]
    automatic = MAHARANI.course.automatic(after)
    workers = [automatic[1]] if automatic else [choice.move for choice in scene(after, seat, "en").choices]
    return sorted({int(play_on(after, seat, worker).gold[seat]) - int(state.gold[seat]) for worker in workers})


@pytest.mark.parametrize("seats", [2, 4])
def test_gains_are_what_the_rules_pay(seats: int) -> None:
    seen = 0
    for number, (match, seat, _) in enumerate(positions(new_match("maharani", seats, {}))):
        state = match.position.state
        if number % 5 or not left_in_bag(state):
            continue
        for choice in scene(state, seat, "en").choices[::7]:
            if is_place(choice.move):
                gains = [int(gain) for gain in choice.gain.split("/")]
                assert gains == finish(state, seat, choice.move), choice
                seen += 1
    assert seen > 30


def test_labels_say_where_and_what_follows() -> None:
    state = start()
    labels = [choice.label for choice in scene(state, int(state.active), "en").choices if is_place(choice.move)]
    assert any("new worker +1" in label for label in labels)
    assert any("face down" in label for label in labels)
    assert all(re.search(r" tile to [a-j]\d+ \(\w+ quarter\)", label) and "+1 gold" in label for label in labels)


def test_a_second_tile_says_its_price() -> None:
    for match, seat, _ in positions(new_match("maharani", 4, {})):
        if int(match.position.state.phase) == SECOND:
            placing = [c for c in scene(match.position.state, seat, "en").choices if is_place(c.move)]
            assert all("costs 2" in choice.label for choice in placing)


def test_a_worker_is_clicked_where_it_stands_or_by_its_button() -> None:
    kinds = set()
    for seed in range(6):
        for match, seat, _ in positions(new_match("maharani", 2, {}, seed), seed):
            if int(match.position.state.phase) == WORKER:
                for choice in scene(match.position.state, seat, "en").choices:
                    first, second = choice.paths
                    kinds.add(first[0].split("-")[0])
                    assert second[0].startswith("bring-")
    assert kinds == {"supply", "worker"}


def test_labels_speak_french() -> None:
    state = start(2)

    def spoken(language: str) -> set[str]:
        picture = scene(state, int(state.active), language)
        labels = {e.get("aria-label") or "" for e in ElementTree.fromstring(picture.svg).iter() if e.get("aria-label")}
        return labels | {choice.label for choice in picture.choices}

    assert spoken("en") & spoken("fr") == set()


@pytest.mark.parametrize("plan", range(len(PLANS)))
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_busiest_position_is_small_enough_to_send(plan: int, language: str) -> None:
    state = copy_state(start())
    state.plan = plan
    across = [tile for tile in range(TILE_COUNT) if tile_parts(tile)[1] in (4, 5)]
    state.rondel[:] = across[-4:]
    picture = scene(state, int(state.active), language)
    assert len(picture.choices) == 192
    assert weight(picture) <= LARGEST


def test_empty_slots_and_spaces_are_told() -> None:
    state = start()
    assert space_name(int(state.plan), 0) == "e1"
    state.rondel[0] = NONE
    assert "slot-1" in drawn_ids(scene(state, int(state.active), "en"))
    assert all(isinstance(choice, Choice) for choice in scene(state, int(state.active), "en").choices)
