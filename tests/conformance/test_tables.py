"""What every game promises about its tables: sentences with gaps that can be filled, symbols that are drawn."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from xml.etree import ElementTree

from babel.messages.pofile import read_po

from smalti.kernel.picture import draw
from smalti.kernel.rows import Happening, Piece
from smalti.kernel.stage import Stage, arrangement_of, catalogue, catalogue_text
from smalti.kernel.telling import GAP, MORE, Telling
from smalti.kernel.words import FOLDERS, LANGUAGES, translated
from tests.play import KNOWN, Setting
from tests.rows import compiled_reader, events, everybody, seen, stage_of
from tests.salted import said_elsewhere
from tests.settings import each_setting

MOST_BYTES = 300_000
"""What a page waits for before it shows a table, before compression."""
TYPES = {"number", "signed", "seat", "place", "look"}
MANY = re.compile(
    r":(?:number|signed)\} (?:areas|cells|coins|columns|designs|points|rounds|symbols|tiles|times|tokens)\b"
)
ALWAYS_MANY = {"AREAS", "ONE_AREA"}
"""An area has five cells at least, and there are two for the plural; what happened again happened twice."""
ID = re.compile(r'\bid="([^"]+)"')
LINK = re.compile(r'(?:href="#|url\(#)([^")]+)')


def stage_for(setting: Setting) -> Stage:
    make = KNOWN[setting[0]].tables.stage
    assert make is not None
    return make(KNOWN[setting[0]].course.setup(setting[1], setting[2]))


def sentences(stage: Stage) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every sentence with the fields that its gaps may name."""
    for kind in stage.kinds.values():
        forms = [kind.sentence] if isinstance(kind.sentence, str) else kind.sentence.values()
        yield from ((form, Happening._fields) for form in forms)
    for look in stage.looks.values():
        texts = [look.text] if isinstance(look.text, str) else look.text.values()
        yield from ((form, Piece._fields) for form in (*texts, look.own, look.name))
    for panel in stage.panels:
        yield panel.label, ("seat",)
        yield panel.title, ()
    for place in stage.places.values():
        yield from ((form, ()) for form in (place.name, place.note))


def gaps(sentence: str) -> list[str]:
    """What is filled in, without the word before it that a name may change."""
    return [gap for _, gap in GAP.findall(sentence)]


@each_setting()
def test_gaps_name_a_field_and_a_type_or_kinds(setting: Setting) -> None:
    stage = stage_for(setting)
    names = {kind.name for kind in stage.kinds.values()}
    for sentence, fields in sentences(stage):
        for gap in gaps(sentence):
            if gap.endswith(MORE):
                assert set(gap.removesuffix(MORE).split()) <= names, sentence
            else:
                field, _, kind = gap.partition(":")
                assert field in fields, sentence
                assert kind in TYPES | set(stage.names), sentence


@each_setting()
def test_a_translation_has_the_same_gaps(setting: Setting) -> None:
    for sentence, _ in sentences(stage_for(setting)):
        for language in LANGUAGES:
            if sentence:
                assert sorted(gaps(translated(language, sentence))) == sorted(gaps(sentence))


@each_setting()
def test_whole_sentences_are_translated(setting: Setting) -> None:
    texts = {sentence for sentence, _ in sentences(stage_for(setting)) if " " in GAP.sub("", sentence).strip()}
    assert texts - translations() == set()


@cache
def translations() -> set[str]:
    """Every text that has a French one, be it the same."""
    files = [file for folder in FOLDERS for file in (folder / "fr").rglob("*.po")]
    return {str(message.id) for file in files for message in read_po(BytesIO(file.read_bytes())) if message.string}


@each_setting()
def test_kinds_have_names_of_their_own_and_plurals_a_last_form(setting: Setting) -> None:
    kinds = stage_for(setting).kinds.values()
    assert len({kind.name for kind in kinds}) == len(kinds)
    for kind in kinds:
        assert isinstance(kind.sentence, str) or "other" in kind.sentence
        assert not (kind.head and kind.effect != "says"), f"{kind.name}: heads speak, the rows under them act"


@each_setting()
def test_what_can_be_one_is_not_told_as_many(setting: Setting) -> None:
    """Defect 9: "1 areas", "1 tiles on it". Without a form for one, nothing is counted of which there may be one."""
    stage = stage_for(setting)
    told = [(kind.name, kind.sentence) for kind in stage.kinds.values()]
    told += [("", look.text) for look in stage.looks.values()]
    plain = [(name, text) for name, text in told if isinstance(text, str) and MANY.search(text)]
    assert [(name, text) for name, text in plain if not name.endswith("AGAIN") and name not in ALWAYS_MANY] == []


@each_setting()
def test_places_lie_in_their_panels_and_panels_on_the_sheet(setting: Setting) -> None:
    stage = stage_for(setting)
    panels = {panel.number: panel for panel in stage.panels}
    assert len(panels) == len(stage.panels)
    for number, place in stage.places.items():
        panel = panels[place.panel]
        assert -1 <= place.x <= place.x + place.width <= panel.width + 1, f"place {number} of {panel.key}"
        assert -1 <= place.y <= place.y + place.height <= panel.height + 1, f"place {number} of {panel.key}"
    for eyes in range(-1, setting[1]):
        sheet = stage.arrangements[arrangement_of(eyes)]
        assert {number for number, *_ in sheet.panels} <= set(panels)
        for number, x, y, scale in sheet.panels:
            assert 0 <= x <= x + scale * panels[number].width <= sheet.width + 1, panels[number].key
            assert 0 <= y <= y + scale * panels[number].height <= sheet.height + 1, panels[number].key


@each_setting()
def test_whatever_is_shown_is_drawn(setting: Setting) -> None:
    stage = stage_for(setting)
    drawn = set(ID.findall(stage.defs)) | {one for panel in stage.panels for one in ID.findall(panel.ground)}
    used = {look.symbol for look in stage.looks.values() if look.symbol}
    used |= {part[0] for look in stage.looks.values() for part in look.parts}
    used |= {symbol for emblem in stage.emblems for symbol in emblem}
    used |= set(LINK.findall(stage.defs + stage.style + "".join(panel.ground for panel in stage.panels)))
    assert used - drawn == set()


@each_setting()
def test_pictures_are_well_formed(setting: Setting) -> None:
    for event in events(setting)[:10]:
        reader = compiled_reader(event.before.game)
        for eyes in everybody(event):
            for language in LANGUAGES:
                telling = Telling(catalogue(setting[0], stage_of(event), language), ["<Ann & Bob>"], eyes)
                lines = [
                    line for seat in range(setting[1]) for line in telling.lines(reader.earns(seen(event, eyes), seat))
                ]
                outlines = [line.places for line in lines if line.places]
                svg = draw(telling, reader.pieces(seen(event, eyes), eyes), outlines)
                ElementTree.fromstring(svg)
                assert set(LINK.findall(svg)) <= set(ID.findall(svg))


@each_setting()
def test_a_game_has_one_stage_and_a_small_catalogue(
    setting: Setting, record_property: Callable[[str, object], None]
) -> None:
    stage = stage_for(setting)
    assert all(stage_of(event) is stage for event in events(setting)[:10])
    for language in LANGUAGES:
        text, _ = catalogue_text(setting[0], stage, language)
        assert json.loads(text)["language"] == language
        record_property(f"bytes-{language}", len(text.encode()))
        assert len(text.encode()) < MOST_BYTES


HASHES = """
from tests.conformance.test_tables import LANGUAGES, catalogue_text, stage_for
from tests.rows import SETTINGS
print([catalogue_text(setting[0], stage_for(setting), language)[1] for setting in SETTINGS for language in LANGUAGES])
"""


def test_catalogues_are_the_same_in_another_process() -> None:
    assert len(said_elsewhere(HASHES)) == 1
