"""The French catalogues are of one piece: one word for a thing, one apostrophe and its spaces, whole plurals."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from smalti.games import GAMES
from smalti.kernel.reason import Verbatim
from smalti.kernel.seeing import stage_of
from smalti.kernel.stage import catalogue
from smalti.kernel.telling import Telling
from smalti.kernel.words import LOCALE, say, translated

CATALOGUES = sorted((LOCALE / "fr" / "LC_MESSAGES").glob("*.po"))
TEMPLATES = LOCALE.parent / "web" / "templates"
RULES = sorted((Path(__file__).parents[2] / "docs" / "rules").glob("*.fr.md"))
SPACES = {
    r"\w'\w": "a straight apostrophe",
    r"(?:^|[^\u202f])[;!?](?!\w)": "a narrow space that does not break stands before ; ! ?",
    r"\w:(?!\w)|[ \u202f]:\s": "a space that does not break stands before a colon",
    r"«[^\u00a0]|[^\u00a0]»": "spaces that do not break stand inside of quotation marks",
    r"\w \w+\.\.\.$": "an ellipsis is one sign",
}
"""The typography of the catalogues and the rules: U+202F before ; ! ?, U+00A0 before : and inside of « »."""
WORDS = {
    r"\(s\)": "a plural in brackets",
    r"\bconseils?\b": "hint is 'indice'",
    r"\béchelle\b": "scale is 'graduation'",
    r"\bcercles?\b": "circle is 'rond'",
    r"\b(?:grille|est) morte\b": "a dead board is 'grille bloquée'",
    r"\bde perdu\b": "a plural that is none",
    r"\bcartes? disponibles?\b": "the display is 'étalage'",
    r"\bCartes? (?:Design|Missions?)\b(?<!^Cartes Design)": "a design card is 'carte Design'",
    r"\bdeuxièmes? tuiles?\b": "the second tile of a turn is 'seconde'",
    r"\bquartiers? (?:est |sont )?pleins?\b": "a full quarter is 'complet'",
    r"\b[Rr]etourner vos marqueurs\b": "to refresh is 'réactiver'",
    r"\ben solo\b": "alone is 'en solitaire'",
    r"\brangées?\b": "a row of a grid is 'ligne'",
    r"\bpioches? découle|\bpartie notée\b": "a draw is 'tirage', a record 'feuille de partie'",
    r"(?<!a )\ble plus (?:de points|d’or) l’emporte": "no French: 'le meilleur score', 'qui a le plus d’or'",
    r"\((?:courtyard|compact|dead-board|formation-impossible|bloom|kaleidoscope)\)": "a raw identifier",
    r"(?<![{.\w])[a-z]+_[a-z_]+(?![\w:])": "a raw identifier",
}
"""docs/glossary.md has the words."""
ARTISANS = {"artisan", "Artisan"}
"""A rank and a bot; a worker is 'ouvrier'."""


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_a_catalogue_keeps_to_the_glossary_and_to_the_spaces_of_french(path: Path) -> None:
    with path.open("rb") as file:
        said = [translated("fr", str(message.id)) for message in read_po(file) if message.id]
    forbidden = WORDS | SPACES
    bare = {text: re.sub(r"\{[^}]*\}", "0", text) for text in said}
    found = [(why, text) for text in said for what, why in forbidden.items() if re.search(what, bare[text])]
    found += [("a worker is 'ouvrier'", text) for text in said if "artisan" in text.lower() and text not in ARTISANS]
    assert found == []


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_the_rules_use_the_same_apostrophe_spaces_and_words(path: Path) -> None:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith(("    ", "|"))]
    assert [(why, line) for line in lines for what, why in SPACES.items() if re.search(what, line)] == []
    assert re.findall(r"\b[Aa]rtisans?\b", "".join(lines)) == [] or path.stem.startswith("majolica")


def test_no_page_writes_a_colon_by_itself() -> None:
    """A colon has a space before it in French and none in English, so it belongs into the catalogue."""
    pages = {path.name: path.read_text(encoding="utf-8") for path in TEMPLATES.glob("*.html")}
    assert pages
    assert [
        (name, one) for name, page in pages.items() for one in re.findall(r".{20}\}\}(?:</\w+>)?:[ <].*", page)
    ] == []


@pytest.mark.parametrize(
    ("name", "words"),
    [("Apprenti", "d’Apprenti"), ("Élodie", "d’Élodie"), ("Hugo", "d’Hugo"), ("Yves", "d’Yves"), ("Yann", "de Yann")],
)
def test_de_is_shortened_before_a_name_that_begins_with_a_vowel(name: str, words: str) -> None:
    """Defect 10: "En attente de Apprenti"."""
    assert say("fr", "Waiting for {names}.", {"names": Verbatim(name)}) == f"En attente {words}."
    game = GAMES["mosaix"]
    stage = stage_of(game, game.course.setup(2, {}))
    telling = Telling(catalogue("mosaix", stage, "fr"), (name, "Bob"))
    grids = [telling.labelled(panel) for panel in telling.catalogue["panels"] if panel.get("seat") in (None, 0)]
    assert f"grille {words}" in grids


@pytest.mark.parametrize(
    ("game", "letters"), [("maharani", ["B", "O", "R", "V", "Vi", "T"]), ("majolica", ["R", "V", "B", "J", "Vi"])]
)
def test_tiles_carry_the_initials_of_french_colours(game: str, letters: list[str]) -> None:
    """Defect 10: tiles kept the letters G and Y."""
    found = GAMES[game]
    stage = stage_of(found, found.course.setup(2, {}))
    drawn = {
        language: list(
            dict.fromkeys(re.findall(r"<text[^>]*>([A-Z][a-z]?)</text>", catalogue(game, stage, language)["defs"]))
        )
        for language in ("en", "fr")
    }
    assert drawn["fr"] == letters
    assert drawn["en"] == [{"V": "G", "J": "Y", "Vi": "P"}.get(one, one) for one in letters]
    assert "{" not in catalogue(game, stage, "fr")["defs"]
