"""Editions: data files that the loader checks."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from smalti.games.majolica.editions import FOLDER, InvalidEdition, parse_edition, read_edition, read_editions
from smalti.games.majolica.game import MAJOLICA

Box = dict[str, Any]


def box() -> Box:
    data: Box = json.loads((FOLDER / "reconstruction.json").read_text())
    return data


def test_the_cards_are_a_reconstruction_and_the_program_says_so() -> None:
    """Majolica 15.1 and 15.2: every colour is asked for equally often; players are told."""
    edition = parse_edition("reconstruction", box())
    asked = [sum(card.spaces[colour] for card in edition.design_cards) for colour in range(4)]

    assert len(edition.design_cards) == 36
    assert len(set(asked)) == 1
    assert "reconstruction" in MAJOLICA.facts.reconstructed


def test_house_rulings_are_data_or_clauses() -> None:
    """Majolica 15.3: what workshop 3 does stands in the file, so that another edition may differ."""
    third = parse_edition("x", box()).workshops[2]

    assert (third.must, third.may, third.fragment) == (1, 0, 1)


def test_a_second_edition_is_only_a_new_file(tmp_path: Path) -> None:
    for name in ("reconstruction", "another"):
        (tmp_path / f"{name}.json").write_text(json.dumps(box()))

    assert [edition.name for edition in read_editions(tmp_path)] == ["reconstruction", "another"]


def wrong(change: Callable[[Box], object]) -> Box:
    data = box()
    change(data)
    return data


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda b: b.pop("workshops"), "workshops"),
        (lambda b: b["workshops"][0].update(capacity=5), "does not fill"),
        (lambda b: b["workshops"][0].update(target="slot2"), "target of exactly one"),
        (lambda b: b["workshops"][0].update(target="cellar"), "needs a target"),
        (lambda b: b["workshops"][0].update(leftovers_to=1), "leftovers"),
        (lambda b: b["workshops"][0].update(leftovers_to=3), "leftovers"),
        (lambda b: b["workshops"][2].update(must=0), "must"),
        (lambda b: b["city_hall"].pop("4"), "'4'"),
        (lambda b: b["design_cards"].append(["D01", 4, "RG", 0]), "D01 stands twice"),
        (lambda b: b["design_cards"].append(["D99", 4, "RGX", 0]), "spaces"),
        (lambda b: b["design_cards"].append(["D99", 4, "RG*", 0]), "blank"),
        (lambda b: b["design_cards"].append(["D99", 0, "RG", 0]), "points"),
        (lambda b: b["design_cards"].append("D99"), "no card"),
        (lambda b: b["design_cards"].append([99, 4, "RG", 0]), "id of a card"),
        (lambda b: b["design_cards"].extend([f"E{n}", 4, "RG", 0] for n in range(20)), "at most"),
        (lambda b: b.update(start_cards=[]), "start_cards"),
        (lambda b: b["missions"][0].update(type="dance"), "type"),
        (lambda b: b["missions"][0].update(n=0), "'n'"),
        (lambda b: b["missions"][0].update(id="first"), "no mission"),
        (lambda b: b["missions"][5].update(values=["3"]), "values"),
        (lambda b: b["missions"][0].update(type="first_to_complete"), "only one mission"),
        (lambda b: b["solo"]["ranks"].reverse(), "ranks"),
        (lambda b: b["solo"]["ranks"][0].__setitem__(1, "hero"), "called"),
        (lambda b: b["solo"]["ranks"].__setitem__(0, 28), "no ranks"),
        (lambda b: b.update(display=0), "display"),
    ],
)
def test_a_bad_edition_is_refused_with_a_reason(change: Callable[[Box], object], words: str) -> None:
    with pytest.raises(InvalidEdition, match=words):
        parse_edition("bad", wrong(change))


def test_a_file_that_is_no_edition_is_named(tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    file.write_text("{")
    with pytest.raises(InvalidEdition, match=r"broken\.json"):
        read_edition(file)
    file.write_text("[]")
    with pytest.raises(InvalidEdition, match=r"broken\.json"):
        read_edition(file)
    with pytest.raises(InvalidEdition, match="no edition file"):
        read_editions(tmp_path / "none")
    with pytest.raises(InvalidEdition, match="no name"):
        parse_edition("A B", box())
