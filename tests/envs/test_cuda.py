"""Batches on a GPU: the same bytes as on the cores. Without a GPU these are reported as not run."""

from __future__ import annotations

import pytest

from smalti.envs.batch import Batch
from smalti.games import GAMES
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import Game


def has_gpu() -> bool:
    """Whether a batch can live on a GPU here."""
    try:
        Batch(GAMES["mosaix"], 1, 1, device="cuda")
    except SmaltiError:
        return False
    return True


@pytest.mark.skipif(not has_gpu(), reason="not run: there is no NVIDIA GPU with the extra `gpu` here")
@pytest.mark.parametrize(("game", "seats"), [(game, n) for game in GAMES.values() for n in game.facts.seat_counts])
def test_a_gpu_plays_the_same_games(game: Game, seats: int) -> None:
    there, here = (Batch(game, 500, seats, seed=3, reward="points", device=device) for device in ("cuda", "cpu"))
    for batch in (there, here):
        batch.play(200)
        batch.step(batch.sample())

    assert there.states.copy_to_host().tobytes() == here.states.tobytes()  # type: ignore[attr-defined]  # on the GPU
    assert (there.masks().copy_to_host() == here.masks()).all()  # type: ignore[attr-defined]
    assert (there.observe().copy_to_host() == here.observe()).all()  # type: ignore[attr-defined]
    assert (there.rewards.copy_to_host() == here.rewards).all()  # type: ignore[attr-defined]


@pytest.mark.skipif(has_gpu(), reason="there is a GPU here")
def test_without_a_gpu_the_device_says_so_in_a_sentence() -> None:
    with pytest.raises(SmaltiError, match="GPU"):
        Batch(GAMES["mosaix"], 1, 1, device="cuda")


def test_another_device_is_refused() -> None:
    with pytest.raises(SmaltiError, match="lives on cpu or cuda, not on 'abacus'"):
        Batch(GAMES["mosaix"], 1, 1, device="abacus")
