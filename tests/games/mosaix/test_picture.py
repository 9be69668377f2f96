"""The picture of Mosaix: what is on it, what it says, and how a move is clicked."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree

import pytest

from smalti.games.mosaix.formation import cell_name
from smalti.games.mosaix.game import MOSAIX
from smalti.games.mosaix.rows import kinds as k
from smalti.games.mosaix.rows import pieces as r
from smalti.games.mosaix.rows import places as p
from smalti.games.mosaix.tables.stage import stage_for
from smalti.kernel import seeing
from smalti.kernel.game import CHANCE
from smalti.kernel.reader import reader
from smalti.kernel.stage import arrangement_of
from tests.games.mosaix.table import FRESH_O, FRESH_T, FRESH_X, HOLE_OF_FOUR, at

TWO = f"{FRESH_O},{FRESH_T}"
LINKED = "{http://www.w3.org/2000/svg}symbol"
READ = reader(MOSAIX)
Box = tuple[float, float, float, float]


def picture(text: str, seat: int = 0, language: str = "en") -> str:
    return seeing.picture(MOSAIX, at(text).state, seat, language)


def elements(svg: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter())


def labels(text: str, language: str = "en") -> list[str]:
    """Everything that is spoken."""
    return [label for one in elements(picture(text, 0, language)) if (label := one.get("aria-label"))]


def words(svg: str) -> list[str]:
    return [one.strip() for one in ElementTree.fromstring(svg).itertext() if one.strip()]


def move_of(text: str, move: str) -> int:
    return MOSAIX.text.parse_move(at(text).state, 0, move)


def clicks(text: str, move: str) -> set[tuple[int, ...]]:
    """The ways to click a move."""
    return {path.places for path in READ.paths(at(text).state, 0) if path.move == move_of(text, move)}


def offered(text: str) -> set[int]:
    """The places where something may be clicked that does not lie on the table."""
    return {piece.place for piece in READ.offers(at(text).state, 0)}


@pytest.mark.parametrize("eyes", [CHANCE, 0, 1, 2, 3])
def test_every_seat_has_a_tray_of_49_named_cells(eyes: int) -> None:
    """Mosaix 1.1: a grid of seven by seven for everyone, each cell announced even while it is empty."""
    stage = stage_for(4)
    shown = {number for number, *_ in stage.arrangements[arrangement_of(eyes)].panels}

    for tray in range(4):
        cells = [stage.places[p.cell_of(tray, number)] for number in range(49)]
        assert p.TRAY + tray in shown
        assert [one.name for one in cells] == [cell_name(*divmod(number, 7)) for number in range(49)]
        assert all(one.panel == p.TRAY + tray and one.speaks for one in cells)


def test_marks_are_spoken() -> None:
    assert {"a1: cross", "d4: circle, printed"} <= set(labels(f"x6/7/7/3O3/7/7/7,{FRESH_T} roll:0"))
    assert {"a1: croix", "d4: rond, imprimé"} <= set(labels(f"x6/7/7/3O3/7/7/7,{FRESH_T} roll:0", "fr"))


def test_the_own_tray_is_large_and_the_others_small() -> None:
    scale = {number: scale for number, _, _, scale in stage_for(3).arrangements[arrangement_of(1)].panels}

    assert scale[p.TRAY + 1] > 1
    assert scale[p.TRAY] == scale[p.TRAY + 2] < 1


def boxes(text: str, eyes: int) -> list[tuple[int, Box]]:
    """Where on the sheet something lies or may be clicked, with its panel; a tray as a whole."""
    state = at(text).state
    stage = MOSAIX.tables.stage(state)
    sheet = {number: (x, y, scale) for number, x, y, scale in stage.arrangements[arrangement_of(eyes)].panels}
    pieces = READ.pieces(state, eyes) + (READ.offers(state, eyes) if eyes != CHANCE else [])
    trays = [(panel.number, 0.0, 0.0, panel.width, panel.height) for panel in stage.panels if panel.ground]
    lying = [stage.places[piece.place] for piece in pieces]
    found = trays + [(one.panel, one.x, one.y, one.width, one.height) for one in lying if one.panel >= p.ROLL_PANEL]
    return [(number, on_sheet(sheet[number], *box)) for number, *box in found]


def on_sheet(at: tuple[float, float, float], x: float, y: float, width: float, height: float) -> Box:
    """A box of a panel that lies there on the sheet: left, top, right and bottom."""
    left, top, scale = at
    return left + scale * x, top + scale * y, left + scale * (x + width), top + scale * (y + height)


@pytest.mark.parametrize("seat", [CHANCE, 0])
@pytest.mark.parametrize(
    "text", [f"{TWO},{TWO} form:0:ootx", f"{TWO},{TWO} enter:0:ootx:-,-,-,-", f"{FRESH_X} form:0:ootx"]
)
def test_what_lies_in_one_panel_covers_nothing_of_another(text: str, seat: int) -> None:
    """But for the formation that is not turned: it is picked up just where it lies."""
    for (one, box), (two, other) in combinations(boxes(text, seat), 2):
        (left, top, right, bottom), is_twin = box, {one, two} == {p.FORMATION_PANEL, p.TURNS_PANEL} and box == other
        apart = right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
        assert one == two or is_twin or apart


def test_points_and_areas_that_count_are_shown() -> None:
    """Mosaix 6.2: an area of five is outlined, one of four is not."""
    counted, small = (f"{row}/7/7/3X3/7/7/7,{FRESH_T} roll:0" for row in ("ooooo2", "oooo3"))

    assert picture(counted).count('class="area"') == 1
    assert picture(small).count('class="area"') == 0
    assert "5 points" in words(picture(counted))


def test_the_scale_is_drawn_alone_only() -> None:
    """Mosaix 7.2: eight cells, those used up struck out."""
    svg = picture(f"{FRESH_X} roll:0 scale=5")

    assert "scale: 5 of 8 free" in words(svg)
    assert sum(one.get("href") == "#mosaix-stroke" for one in elements(svg)) == 3
    assert p.SCALE_WORDS not in stage_for(2).places
    assert "scale" not in " ".join(words(picture(f"{TWO} roll:0"))).split(":")


def test_symbols_differ_in_shape_not_only_in_colour() -> None:
    """Each mark is drawn with elements of its own, whatever their colours."""
    symbols = {one.get("id"): one for one in elements(picture(f"{TWO} roll:0")) if one.tag == LINKED}
    drawings = set()
    for word in ("circle", "triangle", "cross"):
        drawings.add(tuple((one.tag, one.get("d"), one.get("points")) for one in symbols[f"inlay-{word}"].iter()))

    assert len(drawings) == 3


def test_a_formation_is_clicked_shape_first() -> None:
    """Mosaix 3.1: the roller chooses the shape and which die goes where."""
    text = f"{TWO} form:0:ootx"
    ((shape, card),) = clicks(text, "oo/tx")

    assert shape == p.SHAPE + 1
    assert stage_for(2).places[card].under == shape
    assert len({path.move for path in READ.paths(at(text).state, 0)}) == 57


def test_entering_picks_a_die_up_and_puts_it_on_a_cell() -> None:
    """Mosaix 4.3: each of the four dice can be the handle."""
    ways = clicks(f"{TWO} enter:0:oo/tx:-,-", "o:a1 o:b1 t:a2 x:b2")

    assert ways == {(p.die_of(1, 0, slot), p.cell_of(0, cell)) for slot, cell in enumerate((0, 1, 7, 8))}


def test_a_choice_shows_what_would_be_marked() -> None:
    """Mosaix 4.5: only what lies inside."""
    text = f"{TWO} enter:0:oo/tx:-,-"
    rows = READ.happens(at(text).state, 0, 0, move_of(text, "t:f1 x:g1"))

    assert [(row.target, row.look) for row in rows if row.kind == k.PENCILS] == [
        (p.cell_of(0, 5), r.PENCILLED + 1),
        (p.cell_of(0, 6), r.PENCILLED + 2),
    ]


def test_the_gain_is_what_the_move_adds_to_the_score() -> None:
    """Mosaix 6.4 and 7.7: with the cells of the scale that it costs."""
    text = "oooo3/7/7/3X3/7/7/7,7/7/7/3T3/7/7/7 enter:0:oooo:-,-"
    alone = "oooo3/7/7/3X3/7/7/7 enter:0:oooo:-"

    for position, move, gain in ((text, "o:e1 o:f1 o:g1", 7), (alone, "o:e1 o:f1 o:g1", 6), (text, "o:a7", 0)):
        assert seeing.gain(MOSAIX, at(position).state, 0, move_of(position, move)) == gain


def test_gains_agree_with_playing_the_move() -> None:
    """Mosaix 6.4: over all moves of a crowded position."""
    position = at("ooootxx/oo1ttt1/1xx4/1x1X1tt/ooo1tt1/oo3xx/1o3xx enter:0:otx/.o.:- scale=4")
    (before,) = position.scores()

    for move in position.legal_moves(0):
        (after,) = position.play(move).scores()
        assert seeing.gain(MOSAIX, position.state, 0, move) == after - before


@pytest.mark.parametrize(("text", "seat"), [("form:0:ootx", 1), ("over", 0)])
def test_choices_are_for_actors_only(text: str, seat: int) -> None:
    """Mosaix 3.1: others see the roll, but cannot lay it."""
    state = at(f"{TWO} {text}").state

    assert READ.paths(state, seat) == []
    assert READ.offers(state, seat) == []


def test_a_choice_that_is_in_stays_hidden() -> None:
    """Mosaix 4.2: the picture says that a seat has chosen, not what."""
    pictures = {picture(f"{TWO} enter:0:oo/tx:{chosen},-", seat=1) for chosen in ("x:a1", "o:a1+o:b1+t:a2+x:b2", "?")}

    assert len(pictures) == 1
    assert "has chosen" in pictures.pop()


def test_stop_and_skip_are_buttons() -> None:
    """Mosaix 4.8 and 7.6: each only where it is legal."""
    alone, stuck = offered(f"{FRESH_X} form:0:ootx"), offered(f"{HOLE_OF_FOUR},{FRESH_T} enter:0:ootx:-,-")

    assert p.STOP_BUTTON in alone
    assert p.SKIP_BUTTON not in alone
    assert p.SKIP_BUTTON in stuck
    assert p.STOP_BUTTON not in stuck
    assert "Stop the game" in words(picture(f"{FRESH_X} form:0:ootx"))


def test_the_picture_knows_light_and_dark() -> None:
    svg = picture(f"{TWO} roll:0")

    assert "prefers-color-scheme:dark" in svg
    assert "var(--plaster)" in svg


def test_the_picture_needs_nothing_from_outside() -> None:
    """It prints without a network: every reference points into the document."""
    svg = picture(f"{TWO} form:0:ootx")
    known = {one.get("id") for one in elements(svg)}

    assert {href[1:] for one in elements(svg) if (href := one.get("href"))} <= known
    assert "url(http" not in svg


def test_the_same_position_gives_the_same_picture() -> None:
    assert picture(f"{TWO} form:0:ootx") == picture(f"{TWO} form:0:ootx")
