"""What looks the same to everybody at a table is drawn once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from smalti.kernel.state import State
from smalti.kernel.words import names_known

P = ParamSpec("P")
R = TypeVar("R")
MOST_KEPT = 512
"""All who look at a position are told of it within a moment, so little has to be kept."""


def once(draw: Callable[Concatenate[State, P], R]) -> Callable[Concatenate[State, P], R]:
    """Keeps what a function made of the last positions it was asked about, with the names of the people there."""
    kept: dict[Any, R] = {}

    @wraps(draw)
    def drawn(state: State, /, *rest: P.args, **more: P.kwargs) -> R:
        key = (state.tobytes(), names_known(), rest, *more.items())
        if key not in kept:
            if len(kept) >= MOST_KEPT:
                kept.clear()
            kept[key] = draw(state, *rest, **more)
        return kept[key]

    return drawn
