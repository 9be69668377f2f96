"""An answer in words: what it costs, both lines, why, and what becomes of the rating or the exercise."""

from __future__ import annotations

from typing import Any, NamedTuple

from fastapi import Request
from pydantic import BaseModel, Field

from smalti.kernel.reason import Verbatim
from smalti.kernel.words import N_, say
from smalti.puzzles.grading import Grade
from smalti.puzzles.puzzle import Puzzle
from smalti.reviewing.marks import SURE, WORDS
from smalti.reviewing.telling import MINUS, SURELY, say_why
from smalti.server.http.overview import written_day
from smalti.server.http.services import Services
from smalti.server.http.visitors import language_of
from smalti.server.operation.limits import Patron, address_of
from smalti.server.store.learning import Climbed, Learning, Repeated
from smalti.server.thinking.thinker import GRADE, Question
from smalti.server.wire.puzzles import Task, line_message, say_line

ASKED = N_("Find the best move for your seat. What you choose is graded by what it costs.")
AGAIN = N_("Here you lost something in a game of yours. What would you do now?")
BEST = N_("That is the best move.")
AS_GOOD = N_("That is as good as the best move, as far as anybody can tell.")
LITTLE = N_("That costs {cost}, which is little.")
COSTLY = N_("That costs {cost}: {mark}.")
POINTS, SHARE = N_("{number} ± {error} points"), N_("{number} ± {error} % of a win")
RATED = N_("Your rating at these puzzles is {after} ({change}).")
COMES_AGAIN = N_("You will see it again on {day}.")
MASTERED = N_("You have mastered it; it will not be asked again.")
YOURS, THE_BEST = N_("Your line"), N_("The best line")
NEXT_PUZZLE, NEXT_MISTAKE = N_("Next puzzle"), N_("Next mistake")


class Found(NamedTuple):
    """What an address asks: a puzzle, or a mistake of a game."""

    task: Task
    puzzle: Puzzle | None = None
    mistake: tuple[str, int] | None = None


class Line(BaseModel):
    """A line of play that can be looked at."""

    title: str
    steps: list[str] = Field(description="What is done, step by step.")
    table: dict[str, Any] = Field(description="The table after it, as a socket would send it.")


class Next(BaseModel):
    """Where to go on."""

    label: str
    href: str


class Answered(BaseModel):
    """What an answer is worth."""

    cost: float = Field(description="Points alone, a share of the win with several.")
    error: float = Field(description="The standard error of that.")
    score: float = Field(description="1 for nothing lost, 0 for a blunder.")
    words: list[str]
    lines: list[Line]
    next: Next


def number(value: float, language: str) -> str:
    """One decimal, as the language writes it."""
    return f"{value:.1f}".replace(".", ",") if language == "fr" else f"{value:.1f}"


def verdict(task: Task, made: int, grade: Grade, language: str) -> str:
    """What an answer costs, in a sentence."""
    if made == task.best or grade.cost == 0:
        return say(language, BEST)
    if grade.cost <= SURE * grade.error:
        return say(language, AS_GOOD)
    alone = task.position.seats == 1
    cost, error = (number(value * (1 if alone else 100), language) for value in (grade.cost, grade.error))
    said = say(language, POINTS if alone else SHARE, {"number": Verbatim(cost), "error": Verbatim(error)})
    facts = {"cost": Verbatim(said), "mark": WORDS.get(grade.mark, "")}
    return say(language, COSTLY if grade.mark else LITTLE, facts)


def climbed(change: Climbed | None, language: str) -> list[str]:
    """What became of the rating; nothing at a second answer."""
    if change is None:
        return []
    before, after = round(change.before.rating), round(change.after.rating)
    return [say(language, RATED, {"after": after, "change": Verbatim(f"{after - before:+d}".replace("-", MINUS))})]


def repeated(change: Repeated | None, language: str) -> list[str]:
    """When a mistake comes again; nothing to somebody else, or before it is due."""
    if change is None:
        return []
    if change.due is None:
        return [say(language, MASTERED)]
    return [say(language, COMES_AGAIN, {"day": Verbatim(written_day(language, change.due.date()))})]


async def consequences(found: Found, grade: Grade, person_id: str, served: Services, language: str) -> list[str]:
    """Rates a first answer to a puzzle, or notes when a mistake is shown again."""
    learning = Learning(served.store)
    if found.puzzle:
        return climbed(await learning.attempt(person_id, found.puzzle, grade.score), language)
    assert found.mistake is not None, "it is one or the other"
    return repeated(await learning.repeat(person_id, *found.mistake, grade), language)


async def grade_answer(found: Found, made: int, person_id: str, request: Request, served: Services) -> Answered:
    """Has an answer looked at, and says everything about it."""
    task, language = found.task, language_of(request)
    asked = Question(GRADE, task.position.game.name, str(task.position), task.seat, asked=(task.ply, task.best, made))
    grade = await served.workers.grade(asked, Patron(address_of(request), person_id))
    words = [verdict(task, made, grade, language)]
    words += [say_why(grade.why, language, SURELY[grade.decides])] if grade.mark else []
    words += await consequences(found, grade, person_id, served, language)
    pairs = ((YOURS, grade.yours), (THE_BEST, grade.best)) if grade.yours != grade.best else ((THE_BEST, grade.best),)
    lines = [line_of(task, say(language, title), moves, n, language) for n, (title, moves) in enumerate(pairs, 1)]
    after = Next(label=say(language, NEXT_MISTAKE), href="/mistakes/next")
    if found.puzzle:
        after = Next(label=say(language, NEXT_PUZZLE), href=f"/puzzles/{found.puzzle.game}/next")
    return Answered(cost=grade.cost, error=grade.error, score=grade.score, words=words, lines=lines, next=after)


def line_of(task: Task, title: str, moves: tuple[int, ...], number: int, language: str) -> Line:
    """A line in words and as a table."""
    steps = say_line(task, moves, language)
    return Line(title=title, steps=steps, table=line_message(task, moves, number, language, title))
