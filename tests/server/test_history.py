"""The checker of histories finds what is wrong, and nothing in what is right."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.server.history import Asked, Shown, problems

LOG = {"t": [None, "a", "b", "c"]}
RIGHT = [
    Asked("t", "a", 0, 1.0, 2.0, "none"),
    Asked("t", "a", 1, 3.0, 4.0, "done"),
    Asked("t", "b", 0, 5.0, 9.0, "unknown"),
    Asked("t", "c", 0, 6.0, 8.0, "done"),
    Asked("t", "d", 1, 7.0, 8.0, "refused"),
    Asked("t", "e", 1, 9.0, 10.0, "unknown"),
]
SHOWN = [
    Shown("t", 1, 4.5, 2),
    Shown("t", 0, 4.5, 1),
    Shown("t", 0, 8.5, 4),
    Shown("t", 1, 8.5, 2),
    Shown("t", 1, 3.0, 2, before=1, done="a"),
    Shown("t", 0, 6.0, 4, before=1, done="c"),
]


def test_a_right_history_has_no_problems() -> None:
    assert problems(RIGHT, SHOWN, LOG) == []


@pytest.mark.parametrize(
    ("log", "word"),
    [
        ([None, "b", "c"], "lost"),
        ([None, "a", "b", "c", "a"], "doubled"),
        ([None, "c", "a", "b"], "reordered"),
        ([None, "b", "a", "c"], "reordered"),
        ([None, "a", "b", "c", "d"], "refused although"),
        ([None, "a", "b"], "lost"),
        ([], "lost"),
    ],
)
def test_a_wrong_log_is_noticed(log: list[str | None], word: str) -> None:
    assert any(found.startswith(word) for found in problems(RIGHT, [], {"t": log}))


@pytest.mark.parametrize(
    ("shown", "word"),
    [
        (Shown("t", 1, 4.5, 1), "stale"),
        (Shown("t", 0, 8.5, 3), "stale"),
        (Shown("t", 0, 6.0, 3, done="c"), "stale"),
        (Shown("t", 1, 3.0, 1, done="a"), "stale"),
        (Shown("t", 1, 3.0, 2, before=3, done="a"), "went back"),
        (Shown("t", 0, 2.0, 5), "shown and not stored"),
        (Shown("other", 0, 2.0, 1), "shown and not stored"),
    ],
)
def test_a_wrong_picture_is_noticed(shown: Shown, word: str) -> None:
    assert [found.split(":")[0] for found in problems(RIGHT, [shown], LOG)] == [word]


def test_a_refusal_that_came_true_later_is_noticed() -> None:
    refused = replace(RIGHT[2], answer="refused")
    assert problems([*RIGHT[:2], refused], [], LOG) == [f"refused although it is stored: {refused}"]
