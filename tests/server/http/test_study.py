"""What a study board asks of a server: positions in text, and records with variations, in words and in numbers."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator
from typing import Any

import pytest

import smalti
from smalti.games import GAMES, find_game
from smalti.kernel.studies import write_tree
from smalti.kernel.tree import Tree
from tests.server.serving import Guest, Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data"), SMALTI_WORKERS="0") as running:
        yield running


@pytest.fixture
def guest(server: Server) -> Guest:
    return Guest(server)


@pytest.mark.parametrize("game", GAMES)
def test_a_position_in_text_is_read_as_the_modules_keep_it(guest: Guest, game: str) -> None:
    position = smalti.new(game, seed=7)
    asked = {"format": "smalti-study/1", "game": game, "rules": position.game.facts.version}
    read = guest.post("/api/study", {"record": asked | {"position": str(position), "log": []}})

    record = b64decode(read["start"])
    assert len(record) == position.game.course.state_type.itemsize
    assert read["position"] == read["numbers"]["position"] == str(position)
    assert [seat["name"] for seat in read["record"]["seats"]] == ["Seat 1", "Seat 2"]


@pytest.mark.parametrize("game", GAMES)
def test_a_record_with_variations_is_told_in_words_and_in_numbers(guest: Guest, game: str) -> None:
    tree = Tree.new(find_game(game), 2, ("Ann", "Bob"))
    for outcome in tree.position.outcomes():
        tree.add_variation(outcome, comment="so or so")
    numbers = write_tree(tree, numbered=True)
    read = guest.post("/api/study", {"record": numbers})

    assert read["numbers"] == numbers
    assert read["record"] == write_tree(tree)
    assert read["start"] is None
    assert read["position"] == str(tree.variations[0].position)


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"format": "smalti-study/1", "game": "chess", "position": "x", "log": []},
        {"format": "smalti-study/1", "game": "mosaix", "rules": "1", "position": "x", "log": []},
        {"format": "smalti-study/1", "game": "mosaix", "rules": "1", "position": ["x"], "log": []},
        {"format": "smalti-study/1", "game": "mosaix", "rules": "1", "position": "7 start", "log": [7]},
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence(guest: Guest, record: dict[str, Any]) -> None:
    answer = guest.http.post("/api/study", json={"record": record})

    assert answer.status_code in (400, 404)
    assert len(answer.json()["words"]) > 10


def test_the_study_board_is_a_page_of_the_edition(guest: Guest) -> None:
    answer = guest.http.get("/study/mosaix", headers={"Accept-Language": "fr"}, follow_redirects=False)

    assert (answer.status_code, answer.headers["location"]) == (303, "/local/fr/study-mosaix.html")
    assert guest.http.get("/study/chess").status_code == 404
    assert "study/majolica" in guest.http.get("/study").text
