"""Tests for each setting of the games: every number of seats, every option, all expansions together."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

import pytest

from smalti.kernel.game import Game
from tests.play import KNOWN, setting_id, settings


def each_setting(games: Iterable[Game] = KNOWN.values()) -> pytest.MarkDecorator:
    """One test for each; all but the least and the most of each game are long."""
    cases = []
    for _, group in groupby(settings(games), key=lambda setting: setting[0]):
        least, *between, most = group
        cases += [least, *(pytest.param(setting, marks=pytest.mark.long) for setting in between), most]
    return pytest.mark.parametrize("setting", cases, ids=setting_id)
