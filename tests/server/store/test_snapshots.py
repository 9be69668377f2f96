"""A match comes back out of its snapshot as it was."""

from __future__ import annotations

import pytest

from smalti.games import GAMES
from smalti.server.store.snapshots import pack, unpack
from tests.play import finished


@pytest.mark.parametrize("game", list(GAMES))
def test_a_match_comes_back_with_its_log_and_goes_on_alike(game: str) -> None:
    match = finished(game, 2, {}, seed=5)
    match.log.cut(len(match.log) // 2)
    match.position = match.log[-1].before.after(match.log[-1].by, match.log[-1].move)

    back, stand_ins = unpack(pack(match, {3, 1}), match.game, match.chance)

    assert back == match
    assert back.outcomes_so_far == match.outcomes_so_far
    assert stand_ins == {1, 3}
