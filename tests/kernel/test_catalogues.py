"""Catalogues are read as gettext's own tools read them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from smalti.kernel.catalogues import compiled, parse, read_catalogue
from smalti.kernel.words import LOCALE

EXAMPLES = Path(__file__).parents[2] / "examples"
CATALOGUES = sorted([*LOCALE.rglob("*.po"), *EXAMPLES.rglob("*.po")])
HEADER = r"""msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=2; plural=n > 1;\n"

"""


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_a_catalogue_says_what_was_written(path: Path) -> None:
    written = path.read_bytes()

    read = {one.id: one.string for one in read_mo(BytesIO(compiled(parse(written.decode())))) if one.id}

    assert read == {one.id: one.string for one in read_po(BytesIO(written)) if one.id and one.string}


def test_plurals_contexts_and_whatever_is_quoted(tmp_path: Path) -> None:
    entries = [
        'msgid "{n} point"\nmsgid_plural "{n} points"\nmsgstr[0] "{n} point gagné"\nmsgstr[1] "{n} points gagnés"',
        '# a remark\nmsgctxt "verb"\nmsgid "lay"\nmsgstr "poser"',
        'msgid ""\n"two "\n"lines"\nmsgstr "deux \\"lignes\\"\\n"',
    ]
    (tmp_path / "some.po").write_text(HEADER + "\n\n".join(entries), encoding="utf-8")

    words = read_catalogue(tmp_path / "some.po")

    assert [words.ngettext("{n} point", "{n} points", n) for n in (0, 1, 2)] == [
        "{n} point gagné",
        "{n} point gagné",
        "{n} points gagnés",
    ]
    assert words.pgettext("verb", "lay") == "poser"
    assert words.gettext("two lines") == 'deux "lignes"\n'


def test_what_is_uncertain_untranslated_or_out_of_use_is_not_said(tmp_path: Path) -> None:
    entries = ['#, fuzzy\nmsgid "one"\nmsgstr "un"', 'msgid "two"\nmsgstr ""', '#~ msgid "three"\n#~ msgstr "trois"']
    (tmp_path / "some.po").write_text(HEADER + "\n\n".join(entries), encoding="utf-8")

    words = read_catalogue(tmp_path / "some.po")

    assert [words.gettext(text) for text in ("one", "two", "three")] == ["one", "two", "three"]
