"""Stages as JSON in one language, under the name of their hash."""

from __future__ import annotations

import json
from dataclasses import replace

from examples.pebbles.tables.stage import stage_for
from smalti.kernel.stage import Kind, arrangement_of, catalogue, catalogue_text
from tests.kernel.small_stage import GOES, LEFT, PILE, RED, STAGE
from tests.play import KNOWN

PEBBLES = KNOWN["pebbles"]  # with its words


def test_a_catalogue_leaves_out_what_goes_without_saying() -> None:
    written = catalogue("small", STAGE, "en")

    assert written["places"][PILE] == {"panel": 1, "x": 0, "y": 0, "width": 50, "height": 50, "name": "pile"}
    assert written["looks"][RED] == {"symbol": "red", "name": "red"}


def test_a_place_on_the_first_panel_says_so() -> None:
    assert catalogue("small", STAGE, "en")["places"][LEFT]["panel"] == 0


def test_texts_are_translated_and_names_for_programs_are_not() -> None:
    stage = stage_for(2)
    written = catalogue("pebbles", stage, "fr")

    assert written["panels"][0]["label"] == "La cour"
    assert written["panels"][0]["key"] == "court"
    assert written["names"]["colour"] == ["blanc", "gris", "noir"]
    assert {kind["name"] for kind in written["kinds"].values()} == {kind.name for kind in stage.kinds.values()}


def test_every_form_of_a_sentence_is_translated() -> None:
    stage = replace(stage_for(2), kinds={0: Kind("WINS", sentence={"other": "wins with {amount:number} points"})})

    assert catalogue("pebbles", stage, "fr")["kinds"][0]["sentence"] == {"other": "gagne avec {amount:number} points"}


def test_words_that_every_renderer_needs_are_there() -> None:
    assert catalogue("small", STAGE, "fr")["words"] == {
        "empty": "vide", "seat": "Place {seat}", "rule": "règle {clause}",
    }  # fmt: skip


def test_a_catalogue_is_named_by_what_it_says() -> None:
    text, name = catalogue_text("small", STAGE, "en")
    other = replace(STAGE, label="Another table")

    assert json.loads(text)["label"] == "A small table"
    assert catalogue_text("small", replace(STAGE), "en") == (text, name)
    assert catalogue_text("small", other, "en")[1] != name
    assert catalogue_text("small", STAGE, "fr")[1] != name


def test_numbers_are_keys_in_json_as_in_python() -> None:
    written = json.loads(catalogue_text("small", STAGE, "en")[0])

    assert written["kinds"][str(GOES)]["effect"] == "moves"


def test_all_positions_of_a_game_have_the_same_stage() -> None:
    make = PEBBLES.tables.stage
    assert make is not None
    early, late = map(PEBBLES.text.parse_position, ("..../..../..../.... - -:2", "w.kk/..g./..../.... gw 0:2"))

    assert make(early) is make(late)


def test_each_pair_of_eyes_has_an_arrangement() -> None:
    assert [arrangement_of(eyes) for eyes in (-1, 0, 3)] == ["spectator", "seat-0", "seat-3"]
