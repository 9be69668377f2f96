"""The modules that are shipped: of today's sources, or given to nobody."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from smalti.kernel.game import Game
from smalti.wasm import shipping
from smalti.wasm.building import exports, tools
from smalti.wasm.shipping import FOLDER, describe, files_of, module_of, read_manifest, weight_files
from tests.play import KNOWN
from tests.wasm.cases import build_apart

PEBBLES = KNOWN["pebbles"]


@pytest.mark.parametrize("game", KNOWN.values(), ids=KNOWN)
def test_the_shipped_modules_are_made_of_todays_sources(game: Game) -> None:
    assert module_of(game) is not None, f"the module of {game.title} is out of date or damaged: make wasm"


def test_a_module_of_other_sources_is_given_to_nobody(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for file in FOLDER.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    stale = read_manifest()
    stale["pebbles"]["sources"] = "0" * 64
    (tmp_path / "manifest.json").write_text(json.dumps(stale), encoding="utf-8")
    monkeypatch.setattr(shipping, "FOLDER", tmp_path)
    monkeypatch.setattr(shipping, "MANIFEST", tmp_path / "manifest.json")

    assert module_of(PEBBLES) is None
    assert not files_of.__wrapped__(PEBBLES)


def test_a_damaged_module_is_given_to_nobody(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "pebbles.wasm").write_bytes((FOLDER / "pebbles.wasm").read_bytes()[:-1])
    monkeypatch.setattr(shipping, "FOLDER", tmp_path)

    assert module_of(PEBBLES) is None


def test_without_modules_nothing_is_missed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shipping, "MANIFEST", tmp_path / "manifest.json")

    assert module_of(PEBBLES) is None


def test_a_description_has_every_set_up() -> None:
    found = describe(KNOWN["majolica"], "m.wasm")["starts"]

    assert "1||" + KNOWN["majolica"].facts.options[1].values[0] in found
    assert len(found) == 4 * 8 * len(KNOWN["majolica"].facts.options[1].values)


def test_each_number_of_seats_has_its_own_weights_where_they_are_many() -> None:
    files = weight_files(KNOWN["mosaix"])

    assert files[3] == files[4]
    assert len({one["file"] for one in files.values()}) == 3
    assert len({one["file"] for one in weight_files(KNOWN["maharani"]).values()}) == 1


@pytest.mark.skipif(find_spec("ziglang") is None, reason="The linker comes with `make wasm`, which compares all.")
def test_built_anew_a_module_is_the_same_byte_for_byte() -> None:
    if read_manifest()["pebbles"]["tools"] == tools():
        assert build_apart(PEBBLES, exports) == module_of(PEBBLES)
