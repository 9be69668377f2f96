"""The picture of a position from rows and tables; it is well-formed, whatever is written on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.kernel.errors import InvalidNotation
from smalti.kernel.picture import DARK, LIGHT, Pointed, document, draw, outline, tag, taken, text, use
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
    shown = group(drawn(Piece(1, RIGHT, RED)), "b1: red").find(f"{SVG}use")

    assert shown is not None
    assert shown.attrib == {"href": "#red", "x": "50", "y": "0", "width": "50", "height": "50"}


def test_a_piece_that_only_passes_through_takes_the_middle_of_a_larger_place() -> None:
    place = {"x": 10.0, "y": 20.0, "width": 144.0, "height": 112.0}

    assert taken(place, {}) == place
    assert taken(place, {"largest": 40.0}) == {"x": 62.0, "y": 56.0, "width": 40.0, "height": 40.0}


def test_parts_are_drawn_in_parts_of_the_box() -> None:
    shown = group(drawn(Piece(1, RIGHT, BLUE)), "b1: blue").find(f"{SVG}use")

    assert shown is not None
    assert (shown.get("x"), shown.get("width")) == ("62.5", "25")


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


# Elements


HOSTILE = ['<script>alert("x")</script>', "a & b", "\"quoted\" and 'quoted'", "]]>", "<!--", "&amp;"]


@pytest.mark.parametrize("words", HOSTILE)
def test_text_is_escaped(words: str) -> None:
    element = ElementTree.fromstring(text(0, 0, words))

    assert element.text == words
    assert len(element) == 0


@pytest.mark.parametrize("words", HOSTILE)
def test_attributes_are_escaped(words: str) -> None:
    assert ElementTree.fromstring(tag("g", aria_label=words)).get("aria-label") == words


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1))
def test_any_words_survive_a_picture(words: str) -> None:
    element = ElementTree.fromstring(text(1, 2, words, aria_label=words))

    assert (element.text, element.get("aria-label")) == (words, words)


def test_names_of_attributes_are_those_of_svg() -> None:
    assert tag("g", class_="cell", aria_label="a1", font_size=12) == '<g class="cell" aria-label="a1" font-size="12"/>'


def test_an_attribute_without_a_value_is_left_out() -> None:
    assert tag("g", id=None, class_="x") == '<g class="x"/>'


def test_numbers_are_short() -> None:
    assert tag("rect", x=2.0, y=0.125, width=3) == '<rect x="2" y="0.125" width="3"/>'


def test_a_symbol_is_used_square_unless_told() -> None:
    assert ElementTree.fromstring(use("die", 1, 2, 40)).attrib == {
        "href": "#die", "x": "1", "y": "2", "width": "40", "height": "40",
    }  # fmt: skip
    assert ElementTree.fromstring(use("die", 1, 2, 40, 20)).get("height") == "20"


def test_a_document_stands_on_its_own() -> None:
    root = ElementTree.fromstring(document("A <picture>", 200, 100, tag("rect", class_="cell")))

    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == "0 0 200 100"
    assert root[0].text == "A <picture>"
    assert root[-1].get("class") == "cell"


def test_light_and_dark_have_the_same_colours_by_name() -> None:
    assert set(LIGHT) == set(DARK)
    for name in LIGHT:
        assert f"--{name}:" in document("", 1, 1, "")


def test_places_are_marked_arrows_drawn_and_a_line_written_below() -> None:
    plain = draw(telling(("Ann", "Bob"), -1), ())
    pointed = Pointed(marks=["b1", LEFT], arrows=[("a1", "b1")], caption="from left to right & back " * 20)
    picture = ElementTree.fromstring(draw(telling(("Ann", "Bob"), -1), (), (), pointed))
    marked = [one for one in picture.iter(f"{SVG}rect") if one.get("class") == "marked"]
    arrows = [one.get("d") or "" for one in picture.iter(f"{SVG}path") if one.get("class") == "arrow"]
    written = [one.text or "" for one in picture.iter(f"{SVG}text")]

    assert len(marked) == 2
    assert marked[0].get("x") != marked[1].get("x")
    assert len(arrows) == 1
    assert arrows[0].count("M") == 2
    assert " ".join(written).count("& back") == 20
    assert len(written) > 1
    assert float(picture.attrib["viewBox"].split()[3]) > float(
        ElementTree.fromstring(plain).attrib["viewBox"].split()[3]
    )


@pytest.mark.parametrize("pointed", [Pointed(marks=["nowhere"]), Pointed(marks=[9999]), Pointed(arrows=[("a1", -7)])])
def test_a_place_that_is_not_in_the_picture_is_refused(pointed: Pointed) -> None:
    with pytest.raises(InvalidNotation, match="no place"):
        draw(telling(("Ann", "Bob"), -1), (), (), pointed)
