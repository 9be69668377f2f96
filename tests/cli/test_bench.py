"""What `smalti bench` measures and how it tells it."""

from __future__ import annotations

import json
from time import sleep

import pytest

from smalti.cli import bench, measure
from smalti.cli.bench import Report, as_fields, show
from smalti.cli.measure import Costs, Pace
from smalti.cli.measure_search import Speed, simulations_per_s
from smalti.games import GAMES

MOSAIX = GAMES["mosaix"]
REPORT = Report(
    {"cpu": "abacus"},
    [Pace("mosaix", 1, 10.0, 300.0)],
    [Costs("mosaix", 128, 8.0, 5.0, 0.5)],
    [Pace("backgammon", 2, 1.0, 100.0)],
    [Speed("mosaix", 500.0, 950.0)],
)


def test_the_pace_of_random_games_counts_games_and_moves() -> None:
    pace = measure.measure_pace(MOSAIX, 1, 0.01)

    assert 10 < pace.moves_per_s / pace.games_per_s < 40


def test_a_slow_game_is_not_played_much_longer_than_asked() -> None:
    """A first batch once was sized by a clock that had hardly started, and took minutes."""
    batches: list[int] = []

    def play(games: int, _seed: int) -> int:
        batches.append(games)
        sleep(0.002 * games)
        return games

    measure.pace("slow", 2, 0.02, play)

    assert max(batches) <= 2 * sum(batches[: batches.index(max(batches))]) + 1
    assert sum(batches) <= 40


def test_a_copy_takes_time() -> None:
    assert measure.measure_copy_ns(MOSAIX, 0.01) > 0


@pytest.mark.long
def test_cold_and_warm_starts_are_measured_in_fresh_processes() -> None:
    costs = measure.measure_costs(MOSAIX, 0.01)

    assert costs.cold_s > 0
    assert costs.warm_s > 0
    assert costs.state_bytes == MOSAIX.course.state_type.itemsize


def test_simulations_are_counted() -> None:
    assert simulations_per_s("mosaix", 0) > 0


def test_the_machine_is_named() -> None:
    assert {"cpu", "python", "numpy", "numba"} <= measure.machine().keys()


def test_ratios_stand_beside_the_figures() -> None:
    fields = as_fields(REPORT)

    assert fields["games"][0]["moves_ratio"] == {"backgammon": 3.0}
    assert fields["search"][0]["ratio"] == 1.9


def test_the_report_is_json_when_asked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(bench, "measure_all", lambda _: REPORT)
    bench.bench(as_json=True)

    assert json.loads(capsys.readouterr().out) == as_fields(REPORT)


def test_the_tables_tell_the_ratio(capsys: pytest.CaptureFixture[str]) -> None:
    show(REPORT)

    said = capsys.readouterr().out
    assert "3.0 x" in said
    assert "1.90 x" in said
