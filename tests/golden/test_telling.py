"""Rows of every game and what they say: the same files hold the page's words to those of Python.

Each block has an excerpt of a catalogue, the names of the people, and cases: a row, the rows under it that its sentence
joins, and the sentence.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from smalti.kernel.match import Event
from smalti.kernel.rows import NONE, Happening
from smalti.kernel.seeing import telling
from smalti.kernel.words import LANGUAGES
from tests.golden.test_golden import compare
from tests.play import KNOWN, Setting, finished
from tests.rows import SETTINGS, WITH_ROWS, compiled_reader, seen, stage_of

pytestmark = pytest.mark.golden

FOLDER = Path(__file__).parent / "telling"
NAMES = ("Ann", "Bob", "Cleo", "Dan")
EYES = 0
MOST_EVENTS, MOST_UNDER = 300, 8
Case = tuple[Happening, list[Happening]]


def told(event: Event) -> Iterator[list[Happening]]:
    """All rows with words that a moment has for one pair of eyes."""
    game, view = event.before.game, seen(event, EYES)
    read = compiled_reader(game)
    yield read.happens(event.before.state, EYES, event.by, event.move)
    yield read.earns(view, EYES)
    yield [Happening(one.kind, amount=one.amount) for one in read.asks(view, EYES) if one.kind != NONE]
    refused = (read.refuses_move(view, EYES, move) for move in range(0, game.course.action_count, 37))
    yield [row for row in refused if row]


def cases(event: Event) -> Iterator[Case]:
    """Every row with a sentence, and what its sentence joins."""
    kinds = stage_of(event).kinds
    for rows in told(event):
        for n, row in enumerate(rows):
            end = next((m for m in range(n + 1, len(rows)) if kinds[rows[m].kind].head), len(rows))
            sentence = str(kinds[row.kind].sentence)
            if sentence:
                yield row, [one for one in rows[n + 1 : end] if kinds[one.kind].name in sentence]


def form(event: Event, row: Happening) -> tuple[int, int]:
    """What a row has to say, apart from its gaps: its kind, and whether it is about none, one or several."""
    plain = isinstance(stage_of(event).kinds[row.kind].sentence, str)
    return row.kind, 0 if plain else min(abs(row.amount), 2)


def first_of_each(setting: Setting) -> dict[tuple[int, int], Case]:
    """The first case of each form."""
    found: dict[tuple[int, int], Case] = {}
    for event in finished(*setting, compiled=True).log[:MOST_EVENTS]:
        for row, under in cases(event):
            if len(under) <= MOST_UNDER:
                found.setdefault(form(event, row), (row, under))
    return dict(sorted(found.items()))


def excerpt(whole: dict[str, Any], rows: list[Happening]) -> dict[str, Any]:
    """What of a catalogue these rows need."""
    kinds = {row.kind: whole["kinds"][row.kind] for row in rows}
    looks, places = {row.look for row in rows}, {place for row in rows for place in (row.source, row.target)}
    places |= {row.amount for row in rows if "{amount:place}" in str(kinds[row.kind].get("sentence"))}
    return {
        "game": whole["game"],
        "language": whole["language"],
        "kinds": {n: {k: v for k, v in kind.items() if k in ("name", "sentence")} for n, kind in sorted(kinds.items())},
        "places": {n: {"name": whole["places"][n].get("name", "")} for n in sorted(places & set(whole["places"]))},
        "looks": {n: {"name": whole["looks"][n].get("name", "")} for n in sorted(looks & set(whole["looks"]))},
        "names": {name: words for name, words in whole["names"].items() if f":{name}}}" in json.dumps(kinds)},
        "words": whole["words"],
    }


def blocks(game: str) -> Iterator[str]:
    """A game with its fewest seats; then, with its last options, what was not said yet."""
    own = [setting for setting in SETTINGS if setting[0] == game]
    first, last = first_of_each(own[0]), first_of_each(own[-1])
    for language in LANGUAGES:
        yield block(own[0], language, list(first.values()))
        yield block(own[-1], language, [case for key, case in last.items() if key not in first])


def block(setting: Setting, language: str, chosen: list[Case]) -> str:
    """The cases of a game, one in a line."""
    name, seats, options = setting
    game = KNOWN[name]
    words = telling(game, game.course.setup(seats, options), language, EYES, NAMES[:seats])
    needed = excerpt(words.catalogue, [one for row, under in chosen for one in (row, *under)])
    lines = [{"row": row, "under": under, "says": words.sentence(row, under)} for row, under in chosen]
    joined = ",\n  ".join(written(line) for line in lines)
    return f'{{"catalogue": {written(needed)},\n "names": {written(NAMES[:seats])},\n "cases": [\n  {joined}\n ]}}'


def written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


@pytest.mark.parametrize("game", [game.name for game in WITH_ROWS])
def test_rows_say_what_the_golden_file_says(game: str) -> None:
    compare(FOLDER / f"{game}.json", "[\n" + ",\n".join(blocks(game)) + "\n]\n")
