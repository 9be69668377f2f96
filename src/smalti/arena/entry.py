"""An entry of the bench as a stranger may send it: what it is made of is looked at before anybody counts with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from smalti.kernel.entry import is_number
from smalti.kernel.errors import SmaltiError, show

PARTS = {
    "bench": str,
    "name": str,
    "agent": str,
    "repeats": bool,
    "figures": dict,
    "manifest": dict,
    "results": dict,
}


def check_parts(entry: object) -> None:
    """Refuses what is no entry; whether its games and figures are right is another question."""
    if not isinstance(entry, dict):
        raise SmaltiError(f"it is {show(entry)}")
    for name, kind in PARTS.items():
        if name not in entry:
            raise SmaltiError(f"it has no {name}")
        if not isinstance(entry[name], kind):
            raise SmaltiError(f"its {name} is {show(entry[name])}")
    for place, games in within(entry["results"], "results"):
        if not (isinstance(games, dict) and isinstance(games.get("games"), list) and all(map(is_game, games["games"]))):
            raise SmaltiError(f"{place} is no list of games")
    score, tasks = entry["figures"].get("score"), entry["figures"].get("tasks")
    if not (score is None or is_figure(score)) or not isinstance(tasks, dict):
        raise SmaltiError("its figures are no score and tasks")
    for place, told in within(tasks, "figures"):
        if not is_figure(told) and not (isinstance(told, list) and len(told) == 3 and all(map(is_figure, told))):
            raise SmaltiError(f"{place} is {show(told)}, no figure with an interval")


def within(tasks: dict[str, Any], what: str) -> Iterator[tuple[str, Any]]:
    """What is said of each task and opponent, with its place."""
    for task, found in tasks.items():
        if not isinstance(found, dict):
            raise SmaltiError(f"{what} of {show(task)} is {show(found)}")
        yield from ((f"{what} of {show(task)} against {show(opponent)}", one) for opponent, one in found.items())


def is_game(told: object) -> bool:
    """Whether this is a game: the scores, and who won."""
    return isinstance(told, list) and len(told) == 2 and all(map(is_numbers, told))


def is_numbers(told: object) -> bool:
    """Whether this is a list of whole numbers that can be counted with."""
    return isinstance(told, list) and all(is_number(one) and abs(one) < 1 << 31 for one in told)


def is_figure(told: object) -> bool:
    """Whether this is a number from 0 to some hundreds, as scores are."""
    return isinstance(told, int | float) and not isinstance(told, bool) and -1000 <= told <= 1000
