"""Batches on a GPU: the same bytes as on the cores. Without a GPU these are reported as not run."""

from __future__ import annotations

import gc
import warnings

import numpy as np
import pytest

from smalti.envs.batch import Batch
from smalti.envs.sharing import CPU, LENT, Shared, share
from smalti.envs.stepping import play_games
from smalti.games import GAMES
from smalti.kernel import cuda
from smalti.kernel.compiling import Build
from smalti.kernel.cuda import find_cuda
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


@pytest.mark.skipif(not has_gpu(), reason="not run: there is no NVIDIA GPU with the extra `gpu` here")
@pytest.mark.parametrize("library", ["torch", "jax"])
def test_others_read_the_memory_of_the_gpu(library: str) -> None:
    batch = Batch(GAMES["mosaix"], 100, 1, device="cuda")
    numbers = batch.observe()
    taken = pytest.importorskip("torch" if library == "torch" else "jax.dlpack").from_dlpack(share(numbers))
    address = taken.data_ptr() if library == "torch" else taken.unsafe_buffer_pointer()

    assert address == numbers.__cuda_array_interface__["data"][0]  # type: ignore[attr-defined]  # on the GPU
    batch.play(20)
    batch.observe(numbers)
    assert (np.asarray(taken.cpu() if library == "torch" else taken) == numbers.copy_to_host()).all()  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_what_stays_a_call_on_a_gpu_is_what_random_play_calls(game: Game) -> None:
    assert set(game.course.apart) <= Build(game.name, game.open_names, compiled=False).parts(play_games)


def test_numbers_of_a_batch_go_elsewhere_without_a_copy() -> None:
    """NumPy's own reader of DLPack takes arrays of the cores as they are, and what we say for arrays of a GPU."""
    batch = Batch(GAMES["mosaix"], 5, 2)
    written = (batch.observe(), batch.masks(), batch.rewards, batch.ended, batch.results, batch.episodes)
    assert all(share(array) is array for array in written)
    for array in (*written, batch.actors, batch.sample()):
        for taken in (np.from_dlpack(share(array)), np.from_dlpack(Shared(array, CPU))):
            assert taken.dtype == array.dtype
            assert taken.shape == array.shape
            assert np.shares_memory(taken, array)


def test_what_was_lent_lives_as_long_as_somebody_needs_it() -> None:
    array = np.arange(6.0).reshape(2, 3)
    Shared(array, CPU).__dlpack__()  # nobody takes it
    taken = np.from_dlpack(Shared(array, CPU))
    assert len(LENT) == 1
    del array
    gc.collect()
    assert taken.sum() == 15
    del taken
    gc.collect()
    assert not LENT


def test_a_numpy_that_numba_cuda_does_not_know_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: str) -> None:
        raise AttributeError("module 'numpy' has no attribute 'row_stack'")

    monkeypatch.setattr(cuda, "import_module", refuse)
    with pytest.raises(SmaltiError, match=r"does not go with NumPy .*row_stack"):
        find_cuda()


class Launcher:
    """One that warns as numba-cuda does when it is told how many threads there are."""

    def __getitem__(self, threads: tuple[int, int]) -> tuple[int, int]:
        warnings.warn("Grid size 1 will likely result in GPU under-utilization due to low occupancy.", stacklevel=1)
        return threads


def test_few_games_are_no_oversight_and_no_warning_of_others_is_hidden() -> None:
    before = warnings.filters[:]

    assert cuda.configured(Launcher(), 130, 128) == (2, 128)
    assert warnings.filters == before


@pytest.mark.skipif(has_gpu(), reason="there is a GPU here")
def test_without_a_gpu_the_device_says_so_in_a_sentence() -> None:
    with pytest.raises(SmaltiError, match="GPU"):
        Batch(GAMES["mosaix"], 1, 1, device="cuda")


def test_another_device_is_refused() -> None:
    with pytest.raises(SmaltiError, match="lives on cpu or cuda, not on 'abacus'"):
        Batch(GAMES["mosaix"], 1, 1, device="abacus")
