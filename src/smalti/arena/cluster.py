"""Games on a Ray cluster: the same games as everywhere, on many machines."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from smalti.arena.pool import Results, Runner, play_knowing
from smalti.arena.series import Series
from smalti.bots.processes import AHEAD, THREADS
from smalti.bots.sources import SOURCES
from smalti.kernel.errors import SmaltiError
from smalti.kernel.extras import extra

LOCAL = "local"


def run_on_ray(address: str, workers: int | None = None) -> Runner:
    """A runner on the cluster at that address (`local` starts one on this machine with so many workers).

    Without a number of workers as many games are played at a time as the cluster has cores.
    """

    def run(series: Series, numbers: Iterable[int]) -> Results:
        rest = iter(numbers)
        with cluster(address, workers) as ray:
            play = ray.remote(num_cpus=1, max_retries=3)(play_knowing)
            at_once = workers or int(ray.cluster_resources().get("CPU", 1))
            shared = tuple(SOURCES), ray.put(series)
            waiting = [play.remote(*shared, number) for number in islice(rest, AHEAD * at_once)]
            while waiting:
                done, waiting = ray.wait(waiting)
                waiting += [play.remote(*shared, number) for number in islice(rest, len(done))]
                yield from ray.get(done)

    return run


@contextmanager
def cluster(address: str, workers: int | None) -> Iterator[Any]:
    """Ray, connected; what was started here ends with the block."""
    with extra("ray", "playing on a cluster"):
        import ray
    logging.getLogger("ray").setLevel(logging.ERROR)
    settings: dict[str, Any] = {"runtime_env": {"env_vars": dict.fromkeys(THREADS, "1")}}
    if address == LOCAL:
        settings |= {"address": LOCAL, "num_cpus": workers, "include_dashboard": False}
    else:
        settings |= {"address": address}
    try:
        ray.init(**settings, log_to_driver=False, configure_logging=False)
    except (ConnectionError, ValueError, RuntimeError, ray.exceptions.RayError) as error:
        raise SmaltiError(f"there is no Ray cluster at {address}: {error}") from error
    try:
        yield ray
    finally:
        ray.shutdown()
