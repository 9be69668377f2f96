"""Tests for each setting of the games: every number of seats, every option, all expansions together."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations, groupby, product
from operator import itemgetter
from typing import Any

import pytest

from smalti.kernel.game import Game, Option
from tests.play import KNOWN, setting_id, settings

Case = tuple[Any, ...]


def one_quick(quick: object, cases: Iterable[Any]) -> list[Any]:
    """Cases for `parametrize`: one shows in `make test` what all of them show; the others are long."""
    return [pytest.param(case, marks=() if case == quick else pytest.mark.long) for case in cases]


def least_and_most(cases: Iterable[Case], game: Callable[[Case], Any] = itemgetter(0)) -> list[Any]:
    """Cases for `parametrize`, game by game: all but the first and the last of each game are long."""
    found = []
    for _, group in groupby(cases, key=game):
        least, *between, most = group
        found += [pytest.param(*least), *(pytest.param(*case, marks=pytest.mark.long) for case in between)]
        found.append(pytest.param(*most))
    return found


def every_option(options: Iterable[Option]) -> list[dict[str, Any]]:
    """Each choice of each option with each of all others; what can be chosen together in every selection."""
    listed = list(options)
    choices = [selections(option) if option.several else option.values for option in listed]
    return [dict(zip((option.name for option in listed), chosen, strict=True)) for chosen in product(*choices)]


def selections(option: Option) -> list[list[str]]:
    """Any number of its values, none and all included."""
    sizes = range(len(option.values) + 1)
    return [list(some) for size in sizes for some in combinations(option.values, size)]


def each_setting(games: Iterable[Game] = KNOWN.values()) -> pytest.MarkDecorator:
    """One test for each."""
    cases = least_and_most(((setting,) for setting in settings(games)), game=lambda case: case[0][0])
    return pytest.mark.parametrize("setting", cases, ids=setting_id)
