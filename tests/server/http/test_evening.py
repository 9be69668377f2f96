"""As many as can take part, at a real server: they join, find their tables, and see how it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.server.http.evening import MOST, Evening, begun, line_to
from tests.server.http.test_tournaments import joined, made, named, table_of, told
from tests.server.serving import Guest, Server, serving


def played(evening: Evening) -> None:
    """The first round: the second at each table does not come, as whoever runs it says."""
    boards = evening.told()["rounds"][0]["boards"]
    assert sorted(entry for board in boards for entry in board["entries"]) == list(range(1, len(evening.people) + 1))
    for person in range(len(evening.people)):
        shown = evening.live(person)
        assert f'Player {person + 1} <span class="fine">(you)</span>' in shown
        assert 'id="my-table"' in shown
    for board in boards:
        evening.lose(board["entries"][1])


@pytest.mark.parametrize("people", [8, pytest.param(MOST, marks=pytest.mark.long)])
def test_a_round_of_many_people(tmp_path: Path, people: int) -> None:
    with serving(tmp_path, SMALTI_LIMIT_PERSON_REQUESTS="0") as server, line_to(server) as http:
        evening = begun(http, people)
        played(evening)
        state = evening.told()
        assert (state["state"], len(state["entries"])) == ("over", people)
        assert [line["points"] for line in state["standing"]] == [1] * (people // 2) + [0] * (people // 2)
        assert "It is over" in evening.live(people - 1)


def test_everybody_finds_themselves_in_lists_that_are_written_once_for_all(server: Server) -> None:
    people = {name: named(server, name) for name in ("Ada", "Ben", "Cyd", "Dan")}
    tournament = made(people["Ada"], "duplicate", rounds=1)
    joined(tournament, *people.values())
    people["Ada"].post(f"/api/tournaments/{tournament}/begin")
    state = told(people["Ada"], tournament)
    for _ in range(2):  # the second time they are there already
        for name, guest in people.items():
            shown = guest.http.get(f"/tournaments/{tournament}/live").text
            lists = shown[shown.index('class="lists"') :]
            mine = f'{name} <span class="fine">(you)</span>'
            assert (lists.count(mine), lists.count("(you)"), lists.count('class="mine"')) == (2, 2, 2)
            assert re.findall(r'href="/table/([^"]*)"', lists) == [table_of(state, name)], "others are sealed"
            assert ("You run this tournament" in shown) == (name == "Ada")
    strange = Guest(server).http.get(f"/tournaments/{tournament}").text
    assert "(you)" not in strange
    assert 'href="/table/' not in strange
