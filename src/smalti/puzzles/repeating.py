"""When a mistake is shown again: spaced repetition by FSRS, graded by what the answer costs."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cache

from fsrs import Card, Rating, Scheduler

from smalti.kernel.game import Entry
from smalti.puzzles.grading import Grade

FIRST = timedelta(days=1)
"""Whoever has just seen the review knows the answer."""
MASTERED = 30.0
"""Days for which it will likely be remembered; then it is not asked any more."""


@cache
def _scheduler() -> Scheduler:
    """All steps are days: nobody comes back for an exercise after a minute."""
    return Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


def new_card(now: datetime) -> tuple[Entry, datetime]:
    """A mistake that was seen in a review, and when it is asked first."""
    card = Card(card_id=0, due=now + FIRST)
    return dict(card.to_dict()), card.due


def answered(card: Entry, grade: Grade, now: datetime) -> tuple[Entry, datetime | None]:
    """The card after an answer, and when it is asked again; never, once it is mastered."""
    rating = Rating.Good if grade.score == 1.0 else Rating.Hard if not grade.mark else Rating.Again
    after, _ = _scheduler().review_card(Card.from_dict(card), rating, now)  # type: ignore[arg-type]  # a dictionary of its own
    is_mastered = (after.stability or 0.0) >= MASTERED and rating is Rating.Good
    return dict(after.to_dict()), None if is_mastered else after.due
