"""The picture of a position from rows and tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from smalti.kernel.picture import draw, outline
from smalti.kernel.rows import Piece
from tests.kernel.small_stage import (
    BLUE,
    BUTTON,
    FOLDED,
    LEFT,
    OWNER,
    PILE,
    POINTS,
    RED,
    RIGHT,
    TALLY,
    telling,
)

SVG = "{http://www.w3.org/2000/svg}"


def drawn(*pieces: Piece, eyes: int = -1, names: tuple[str, ...] = ("Ann", "Bob")) -> Element:
    return ElementTree.fromstring(draw(telling(names, eyes), pieces))


def labels(picture: Element) -> list[str]:
    return [label for one in picture.iter() if (label := one.get("aria-label"))]


def group(picture: Element, label: str) -> Element:
    return next(one for one in picture.iter(f"{SVG}g") if one.get("aria-label") == label)


def test_a_piece_is_drawn_in_the_box_of_its_place() -> None:
    use = group(drawn(Piece(1, RIGHT, RED)), "b1: red").find(f"{SVG}use")

    assert use is not None
    assert use.attrib == {"href": "#red", "x": "50", "y": "0", "width": "50", "height": "50"}


def test_parts_are_drawn_in_parts_of_the_box() -> None:
    use = group(drawn(Piece(1, RIGHT, BLUE)), "b1: blue").find(f"{SVG}use")

    assert use is not None
    assert (use.get("x"), use.get("width")) == ("62.5", "25")


def test_higher_layers_are_drawn_later() -> None:
    pieces = Piece(1, LEFT, BLUE), Piece(2, LEFT, RED)

    assert labels(drawn(*pieces))[1:] == ["a1: red", "a1: blue"]


def test_a_panel_without_ground_is_there_only_while_something_lies_in_it() -> None:
    assert labels(drawn()) == ["The board"]
    assert "The pile" in labels(drawn(Piece(1, PILE, RED)))


def test_a_panel_has_its_title() -> None:
    assert [one.text for one in drawn().iter(f"{SVG}text")] == ["Board"]


def test_each_pair_of_eyes_has_its_arrangement() -> None:
    assert group(drawn(), "The board").get("transform") == "translate(5 5) scale(1)"
    assert group(drawn(eyes=0), "The board").get("transform") == "translate(5 5) scale(2)"


def test_quarter_turns_of_piece_and_place_add_up() -> None:
    assert group(drawn(Piece(1, TALLY, RED, 1)), "red").get("transform") == "rotate(180 80 10)"
    assert group(drawn(Piece(1, TALLY, RED, 3)), "red").get("transform") is None


def test_a_count_that_goes_without_saying_is_not_drawn() -> None:
    assert labels(drawn(Piece(1, LEFT, POINTS, 0, 0))) == ["The board"]
    assert "a1: points, 1" in labels(drawn(Piece(1, LEFT, POINTS, 0, 1)))


def test_names_are_escaped() -> None:
    picture = drawn(Piece(1, LEFT, OWNER, 0, 0), names=("<Ann>",))

    assert "<Ann> & co" in [one.text for one in picture.iter(f"{SVG}text")]
    assert "a1: <Ann> & co" in labels(picture)


def test_a_button_is_a_box_with_its_text() -> None:
    button = group(drawn(Piece(1, PILE, BUTTON)), "pile: Stop")

    assert [one.tag.removeprefix(SVG) for one in button] == ["rect", "text"]


def test_a_piece_that_lies_nowhere_is_not_drawn() -> None:
    assert labels(drawn(Piece(1, 99, RED))) == ["The board"]


def test_what_is_folded_up_is_not_drawn() -> None:
    assert labels(drawn(Piece(1, FOLDED, RED))) == ["The board"]


def test_an_area_is_outlined_in_its_panel() -> None:
    picture = ElementTree.fromstring(draw(telling(), [], [(LEFT, RIGHT)]))
    path = group(picture, "The board").find(f"{SVG}path")

    assert path is not None
    assert path.get("class") == "area"


def box(x: float, y: float) -> Mapping[str, Any]:
    return {"x": x, "y": y, "width": 10, "height": 10}


def test_an_outline_leaves_out_the_edges_between_its_boxes() -> None:
    assert outline([box(0, 0)]).count("M") == 4
    assert outline([box(0, 0), box(10, 0)]).count("M") == 6
    assert outline([box(0, 0), box(10, 0), box(0, 10), box(10, 10)]).count("M") == 8
    assert "M10 0l0 10" not in outline([box(0, 0), box(10, 0)])
