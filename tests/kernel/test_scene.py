"""Pictures are well-formed, whatever is written on them."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.kernel.scene import DARK, LIGHT, Panel, Scene, tag, text, use

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


def test_a_scene_is_a_document_of_its_own() -> None:
    panel = Panel("board", 'Ann\'s "board" & <more>', 100, 50, tag("rect", id="cell"), x=10, y=20, scale=0.5)
    scene = Scene("A <scene>", 200, 100, (panel,))

    root = ElementTree.fromstring(scene.svg)
    group = next(one for one in root.iter() if one.get("id") == "board")

    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.get("viewBox") == "0 0 200 100"
    assert root[0].text == "A <scene>"
    assert group.get("aria-label") == panel.label
    assert group.get("transform") == "translate(10 20) scale(0.5)"


def test_light_and_dark_have_the_same_colours_by_name() -> None:
    assert set(LIGHT) == set(DARK)
    for name in LIGHT:
        assert f"--{name}:" in Scene("", 1, 1, ()).svg
