"""The picture of Mosaix: what is on it, what it says, and how a move is clicked."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from smalti.games.mosaix.game import MOSAIX
from smalti.kernel.game import CHANCE
from smalti.kernel.scene import Choice, Scene
from tests.games.mosaix.table import FRESH_O, FRESH_T, FRESH_X, HOLE_OF_FOUR, at

TWO = f"{FRESH_O},{FRESH_T}"


def picture(text: str, seat: int = 0, language: str = "en") -> Scene:
    return MOSAIX.drawn.scene(at(text).state, seat, language)


def elements(scene: Scene) -> dict[str, ElementTree.Element]:
    """Everything with an id."""
    return {str(one.get("id")): one for one in ElementTree.fromstring(scene.svg).iter() if one.get("id")}


def label(scene: Scene, name: str) -> str | None:
    return elements(scene)[name].get("aria-label")


def words(scene: Scene) -> str:
    return " | ".join(one.strip() for one in ElementTree.fromstring(scene.svg).itertext() if one.strip())


def choice(scene: Scene, text: str, position: str, seat: int = 0) -> Choice:
    move = MOSAIX.text.parse_move(at(position).state, seat, text)
    return next(one for one in scene.choices if one.move == move)


@pytest.mark.parametrize("seat", [CHANCE, 0, 1, 2, 3])
def test_every_seat_has_a_tray_of_49_named_cells(seat: int) -> None:
    """Mosaix 1.1: a grid of seven by seven for everyone."""
    found = elements(picture(f"{TWO},{TWO} roll:0", seat))

    for tray in range(4):
        assert f"tray-{tray}" in found
        assert sum(name.startswith(f"cell-{tray}-") for name in found) == 49


def test_cells_are_spoken() -> None:
    scene = picture(f"x6/7/7/3O3/7/7/7,{FRESH_T} roll:0")

    assert label(scene, "cell-0-0-0") == "a1: cross"
    assert label(scene, "cell-0-0-1") == "b1: empty"
    assert label(scene, "cell-0-3-3") == "d4: circle, printed"


def test_cells_are_spoken_in_french() -> None:
    scene = picture(f"x6/7/7/3O3/7/7/7,{FRESH_T} roll:0", language="fr")

    assert label(scene, "cell-0-0-0") == "a1: croix"
    assert "vide" in (label(scene, "cell-0-0-1") or "")


def test_the_own_tray_is_large_and_the_others_small() -> None:
    scale = {panel.id: panel.scale for panel in picture(f"{TWO},{FRESH_X} roll:0", seat=1).panels}

    assert scale["tray-1"] > 1
    assert scale["tray-0"] == scale["tray-2"] < 1


def test_panels_do_not_overlap_and_stay_on_the_sheet() -> None:
    for text in (f"{TWO},{TWO} form:0:ootx", f"{TWO},{TWO} enter:0:ootx:-,-,-,-", f"{FRESH_X} form:0:ootx"):
        for seat in (CHANCE, 0):
            scene = picture(text, seat)
            boxes = [(p.x, p.y, p.x + p.width * p.scale, p.y + p.height * p.scale) for p in scene.panels]
            for n, (left, top, right, bottom) in enumerate(boxes):
                assert left >= 0
                assert top >= 0
                assert right <= scene.width
                assert bottom <= scene.height
                for other in boxes[:n]:
                    apart = right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
                    assert apart, (text, seat, n)


def test_points_and_areas_that_count_are_shown() -> None:
    """Mosaix 6.2: an area of five is outlined, one of four is not."""
    counted, small = (f"{row}/7/7/3X3/7/7/7,{FRESH_T} roll:0" for row in ("ooooo2", "oooo3"))

    assert picture(counted).svg.count('class="area"') == 1
    assert picture(small).svg.count('class="area"') == 0
    assert "5 points" in words(picture(counted))


def test_the_scale_is_drawn_alone_only() -> None:
    """Mosaix 7.2: eight cells, those used up struck out."""
    scene = picture(f"{FRESH_X} roll:0 scale=5")

    assert label(scene, "scale") == "scale: 5 of 8 free"
    assert scene.svg.count('class="gone"') == 3
    assert "scale" not in elements(picture(f"{TWO} roll:0"))


def test_symbols_differ_in_shape_not_only_in_colour() -> None:
    """Each mark is drawn with elements of its own, whatever their colours."""
    symbols = elements(picture(f"{TWO} roll:0"))
    drawings = set()
    for word in ("circle", "triangle", "cross"):
        mark = symbols[f"mark-{word}"]
        drawings.add(tuple((e.tag, e.get("d"), e.get("points"), e.get("href")) for e in mark.iter()))

    assert len(drawings) == 3


def test_a_formation_is_clicked_shape_first() -> None:
    """Mosaix 3.1: the roller chooses the shape and which die goes where."""
    scene = picture(f"{TWO} form:0:ootx")

    laid = choice(scene, "oo/tx", f"{TWO} form:0:ootx")

    assert laid.paths == (("shape-O", f"form-{laid.move}"),)
    assert len(scene.choices) == 57


def test_entering_picks_a_die_up_and_puts_it_on_a_cell() -> None:
    """Mosaix 4.3: each of the four dice can be the handle."""
    text = f"{TWO} enter:0:oo/tx:-,-"

    entered = choice(picture(text), "o:a1 o:b1 t:a2 x:b2", text)

    assert {cell for _, cell in entered.paths} == {"cell-0-0-0", "cell-0-0-1", "cell-0-1-0", "cell-0-1-1"}
    assert all(die.startswith("die-0-") for die, _ in entered.paths)


def test_the_ghost_shows_what_would_be_marked() -> None:
    """Mosaix 4.5: only what lies inside."""
    text = f"{TWO} enter:0:oo/tx:-,-"

    assert choice(picture(text), "t:f1 x:g1", text).ghost == (
        ("cell-0-0-5", "mark-triangle"),
        ("cell-0-0-6", "mark-cross"),
    )


def test_the_gain_is_what_the_move_adds_to_the_score() -> None:
    """Mosaix 6.4 and 7.7: with the cells of the scale that it costs."""
    text = "oooo3/7/7/3X3/7/7/7,7/7/7/3T3/7/7/7 enter:0:oooo:-,-"
    alone = "oooo3/7/7/3X3/7/7/7 enter:0:oooo:-"

    assert choice(picture(text), "o:e1 o:f1 o:g1", text).gain == "+7"
    assert choice(picture(alone), "o:e1 o:f1 o:g1", alone).gain == "+6"
    assert choice(picture(text), "o:a7", text).gain == ""


def test_gains_agree_with_playing_the_move() -> None:
    """Mosaix 6.4: over all moves of a crowded position."""
    text = "ooootxx/oo1ttt1/1xx4/1x1X1tt/ooo1tt1/oo3xx/1o3xx enter:0:otx/.o.:- scale=4"
    position = at(text)
    (before,) = position.scores()

    for one in picture(text).choices:
        (after,) = position.play(one.move).scores()
        assert one.gain == (f"{after - before:+d}" if after != before else "")


def test_choices_are_for_actors_only() -> None:
    """Mosaix 3.1: others see the roll, but cannot lay it."""
    assert picture(f"{TWO} form:0:ootx", seat=1).choices == ()
    assert picture(f"{TWO} form:0:ootx", seat=CHANCE).choices == ()
    assert picture(f"{TWO} over").choices == ()


def test_a_choice_that_is_in_stays_hidden() -> None:
    """Mosaix 4.2: the picture says that a seat has chosen, not what."""
    pictures = {
        picture(f"{TWO} enter:0:oo/tx:{chosen},-", seat=1).svg for chosen in ("x:a1", "o:a1+o:b1+t:a2+x:b2", "?")
    }

    assert len(pictures) == 1
    assert "has chosen" in pictures.pop()


def test_stop_and_skip_are_buttons() -> None:
    """Mosaix 4.8 and 7.6: each only where it is legal."""
    alone = elements(picture(f"{FRESH_X} form:0:ootx"))
    stuck = elements(picture(f"{HOLE_OF_FOUR},{FRESH_T} enter:0:ootx:-,-"))

    assert "stop" in alone
    assert "skip" not in alone
    assert "skip" in stuck
    assert "stop" not in stuck


def test_the_picture_knows_light_and_dark() -> None:
    svg = picture(f"{TWO} roll:0").svg

    assert "prefers-color-scheme:dark" in svg
    assert "var(--plaster)" in svg


def test_the_picture_needs_nothing_from_outside() -> None:
    """It prints without a network: every reference points into the document."""
    scene = picture(f"{TWO} form:0:ootx")
    for one in ElementTree.fromstring(scene.svg).iter():
        reference = one.get("href")
        assert reference is None or reference[1:] in elements(scene)
    assert "url(http" not in scene.svg


def test_the_same_position_gives_the_same_picture() -> None:
    assert picture(f"{TWO} form:0:ootx").svg == picture(f"{TWO} form:0:ootx").svg
