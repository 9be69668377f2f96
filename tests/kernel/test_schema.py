"""The JSON Schema of records: every real one fits, and a spoilt one does not."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from smalti.cli.main import run
from smalti.games import GAMES
from smalti.kernel.record import write_record
from smalti.kernel.schema import record_schema
from tests.play import Setting, finished, new_match
from tests.settings import each_setting

CORPUS = Path(__file__).parent.parent / "golden" / "corpus"
VALIDATORS = {name: Draft202012Validator(record_schema(game)) for name, game in GAMES.items()}


def corpus(game: str) -> list[Any]:
    return [json.loads(line) for line in (CORPUS / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()]


def complaints(record: Any) -> list[str]:
    return [f"{error.json_path}: {error.message}"[:200] for error in VALIDATORS[record["game"]].iter_errors(record)]


@pytest.mark.parametrize("game", GAMES)
def test_the_schema_is_one(game: str) -> None:
    Draft202012Validator.check_schema(VALIDATORS[game].schema)


@pytest.mark.parametrize("game", GAMES)
def test_every_record_of_the_corpus_fits(game: str) -> None:
    for record in corpus(game):
        assert not complaints(record)


@each_setting(GAMES.values())
def test_a_game_of_every_kind_fits_at_its_beginning_and_at_its_end(setting: Setting) -> None:
    game, seats, options = setting
    assert not complaints(write_record(new_match(game, seats, options, 5)))
    assert not complaints(write_record(finished(game, seats, options, 5, compiled=True)))


@pytest.mark.parametrize("game", GAMES)
def test_every_entry_of_the_schema_is_used_by_some_record(game: str) -> None:
    """No alternative that nothing ever fits; which one fits is told by what is done and by the fields."""
    parts = GAMES[game].text.record_parts
    assert parts
    records = corpus(game)
    if game == "majolica":  # mission M4, which no record of the corpus uses
        records.append(write_record(finished(game, 4, {"expansions": ["missions"]}, 1, compiled=True)))
    written = {(entry["do"], frozenset(entry)) for record in records for entry in record["log"]}
    described = [(entry["properties"]["do"]["const"], frozenset(entry["required"])) for entry in parts.entries]

    assert [one for one in described if one not in written] == []


def spoil_entry(record: Any, field: str, value: Any) -> None:
    entry = next(entry for entry in record["log"] if field in entry and entry["by"] != "chance")
    entry[field] = value


SPOILT: dict[str, Any] = {
    "another format": lambda record: record.update(format="smalti-record/2"),
    "another game": lambda record: record.update(game="chess"),
    "no log": lambda record: record.pop("log"),
    "a seat too many": lambda record: record["seats"].extend([{"name": "x"}] * 4),
    "a score too few": lambda record: record["scores"].pop(),
    "no winners beside scores": lambda record: record.pop("winners"),
    "a winner who is not there": lambda record: record["winners"].append(7),
    "a seat that is not there": lambda record: spoil_entry(record, "by", len(record["seats"])),
    "a word nobody knows": lambda record: spoil_entry(record, "do", "dance"),
    "a field too many": lambda record: record["log"][0].update(points=3),
    "a field too few": lambda record: record["log"][0].pop("do"),
    "an option nobody knows": lambda record: record["options"].update(colour="blue"),
    "chance without a secret": lambda record: record.update(chance={"id": "x", "added": ""}),
    "a truth value for a seat": lambda record: spoil_entry(record, "by", True),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("spoil", SPOILT)
def test_a_spoilt_record_does_not_fit(game: str, spoil: str) -> None:
    record = deepcopy(min(corpus(game), key=lambda one: len(one["log"])))
    SPOILT[spoil](record)

    assert not VALIDATORS[game].is_valid(record)


@pytest.mark.parametrize(
    ("game", "field", "value"),
    [
        ("mosaix", "cells", [[0, 0, "star"], [0, 1, "cross"], [1, 0, "cross"], [1, 1, "cross"]]),
        ("mosaix", "cells", [[0, 0, "cross"]]),
        ("maharani", "slot", 5),
        ("maharani", "to", [3]),
        ("maharani", "arrow", "U"),
        ("majolica", "workshop", 0),
        ("majolica", "tile", "X"),
        ("majolica", "card", "D999"),
    ],
)
def test_a_field_with_a_wrong_value_does_not_fit(game: str, field: str, value: Any) -> None:
    record = corpus(game)[0]
    spoil_entry(record, field, value)

    assert complaints(record)


@pytest.mark.parametrize("game", GAMES)
def test_the_command_prints_the_schema(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schema", game]) == 0
    assert json.loads(capsys.readouterr().out) == record_schema(GAMES[game])
