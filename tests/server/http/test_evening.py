"""As many as can take part, at a real server: they join, find their tables, and see how it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.http.evening import MOST, Evening, begun, line_to
from tests.server.serving import serving


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
