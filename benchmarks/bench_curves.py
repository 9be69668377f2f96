"""The curves of PPO in Smalti Bench, drawn from what lies beside its weights: `python -m benchmarks.bench_curves`."""

from __future__ import annotations

import json
from typing import Any

from benchmarks.learning import ROOT, Curve, draw
from smalti.arena.bench import MARKS, SEATS
from smalti.games import find_game


def read_curve(name: str, seats: int) -> Curve:
    """(minutes, percent): how often it ends before a seat of random or greedy, whichever is harder to beat; alone, its
    points of the mark."""
    path = ROOT / "examples" / "agents" / f"ppo_{name}_{seats}.json"
    points: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["curve"]
    if seats == 1:
        return [(one["minutes"], 100 * one["points"] / MARKS[name]) for one in points]
    return [(one["minutes"], min(one["random"], one["greedy"])) for one in points]


def main() -> None:
    """A picture for each game."""
    for name, numbers in SEATS.items():
        curves = {f"{seats} seats" if seats > 1 else "alone": read_curve(name, seats) for seats in numbers}
        label = f"{find_game(name).title}: percent against random or greedy, alone of the mark, by minutes of learning"
        picture = draw(curves, label, every=20, sign="{} %", end="{:.1f} minutes", key=(510, 190))
        (ROOT / "docs" / "pictures" / f"ppo-{name}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
