"""PufferLib on a batch. It needs PufferLib, which `make puffer` installs; without, these are reported as not run."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from smalti.envs.batch import Batch
from smalti.kernel.errors import InvalidNotation

GAMES = 8
vector: Any = pytest.importorskip("pufferlib.vector", reason="not run: PufferLib is not installed here")


def made(**how: Any) -> Any:
    """Mosaix for one, as PufferLib makes environments."""
    from smalti.envs.puffer import BatchPufferEnv

    return vector.make(BatchPufferEnv, env_args=["mosaix", GAMES], **how)


def batch(seed: int) -> Batch:
    """The games that PufferLib should see of a seed."""
    games = Batch("mosaix", GAMES, 1)
    games.reset(range(seed * GAMES, (seed + 1) * GAMES))
    return games


def test_pufferlib_reads_the_games_of_a_batch() -> None:
    games, plain = made(), batch(3)
    seen, _ = games.reset(seed=3)
    over = 0
    for _ in range(60):
        assert (seen == plain.observe()).all()
        assert (games.action_masks() == plain.masks()).all()
        actions = plain.masks().argmax(axis=1)
        seen, rewards, ended, cut, told = games.step(actions)
        gained, finished = plain.step(actions)
        assert (rewards == gained[:, 0]).all()
        assert (ended == finished).all()
        assert not cut.any()
        assert [one["points"] for one in told] == ([plain.results[finished, 0].mean()] if finished.any() else [])
        over += int(finished.sum())

    assert over > 0


def test_workers_of_pufferlib_play_games_of_their_own() -> None:
    """Each in a process of its own, which writes into the memory that all of them share."""
    games = made(backend=vector.Multiprocessing, num_envs=2, num_workers=2, overwork=True)
    try:
        plain = [batch(3), batch(4)]
        seen, _ = games.reset(seed=3)
        for _ in range(60):
            assert (seen == np.concatenate([one.observe() for one in plain])).all()
            actions = np.concatenate([one.masks().argmax(axis=1) for one in plain])
            seen, rewards, ended, _, _ = games.step(actions)
            gained, finished = zip(
                *(one.step(part) for one, part in zip(plain, np.split(actions, 2), strict=True)), strict=True
            )
            assert (rewards == np.concatenate(gained)[:, 0]).all()
            assert (ended == np.concatenate(finished)).all()
    finally:
        games.close()


def test_what_is_illegal_costs_one_in_pufferlib() -> None:
    games = made()
    games.reset(seed=1)
    _, rewards, ended, _, _ = games.step(games.action_masks().argmin(axis=1))

    assert (rewards == -1).all()
    assert not ended.any()


def test_a_new_beginning_tells_nothing_of_the_games_before() -> None:
    games = made()
    games.reset(seed=1)
    games.step(games.action_masks().argmin(axis=1))
    games.async_reset(1)
    _, rewards, ended, _, told, _, _ = games.recv()

    assert not rewards.any()
    assert not ended.any()
    assert told == []


@pytest.mark.parametrize("seed", [-1, "one", [1, 2], (), 1 << 63])
def test_a_seed_that_is_none_is_told_to_pufferlib_in_a_sentence(seed: Any) -> None:
    with pytest.raises(InvalidNotation, match="a seed is a whole number"):
        made().reset(seed=seed)


def test_a_policy_of_pufferlib_plays() -> None:
    torch: Any = pytest.importorskip("torch", reason="not run: PyTorch is not installed here")
    models: Any = pytest.importorskip("pufferlib.models")
    games = made()
    policy = models.Default(games)
    seen, _ = games.reset(seed=1)
    for _ in range(40):
        logits, values = policy(torch.from_numpy(seen))
        assert (logits.shape, values.shape) == ((GAMES, games.single_action_space.n), (GAMES, 1))
        legal = logits.masked_fill(~torch.from_numpy(games.action_masks()), -torch.inf)
        seen, rewards, *_ = games.step(torch.distributions.Categorical(logits=legal).sample().numpy())
        assert (rewards >= 0).all()
