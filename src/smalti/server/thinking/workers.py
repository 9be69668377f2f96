"""Bots at the tables: when one is to choose, a worker thinks for it; a hint is thought of in the same way.

One interface, two ways behind it: `LocalWorkers` use processes of this machine, the `Queue` a database that workers of
any machine pull from.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, NamedTuple

from smalti.bots import BotFailed, find_bot
from smalti.bots.hints import Hint
from smalti.bots.readiness import Progress
from smalti.games import GAMES
from smalti.kernel.errors import SmaltiError
from smalti.kernel.words import N_
from smalti.puzzles.grading import Grade
from smalti.server.keeping.ids import new_id
from smalti.server.keeping.keeper import Keeper
from smalti.server.operation.limits import Patron
from smalti.server.operation.tasks import end
from smalti.server.store.store import Conflict, StoreError
from smalti.server.table.chairs import Chair
from smalti.server.table.refusals import Stale
from smalti.server.table.table import Table
from smalti.server.thinking.browsers import Browsers
from smalti.server.thinking.compiling import Compiling
from smalti.server.thinking.pool import HINTS_FIRST, NOBODY, Backlog, Pool
from smalti.server.thinking.reviews import Ended, Far, Keep, Show, ask_review
from smalti.server.thinking.thinker import HINT, MOVE, Question

log = logging.getLogger(__name__)

TRIES = 2
MOST_IN_VAIN = 3
"""So often a bot is asked about the same position; if nothing comes of it, it is stopped and somebody is told."""
STAND_IN = "random"
PAUSE_S = 1.0
"""Before something that the database did not take is tried again."""
MOST_HINTS = 1000
"""So many are kept for those who ask for the next stage."""
NO_REVIEW = N_("no review of this game could be worked out")
NO_GRADE = N_("the answer could not be looked at; please try again")
NO_HINT = N_("no hint could be worked out; please ask again")


class Asker(NamedTuple):
    """Who waits for an answer."""

    key: str
    """The same for the same question, so that it is thought about once."""
    patron: Patron
    table_id: str = ""
    """Where the compiler's progress is shown, if it is."""
    progress: Progress = lambda _done, _of: None


class Workers(ABC):
    """Whoever thinks for the bots of all tables of this process."""

    def __init__(self, compiling: Compiling, *, prepare: bool = False) -> None:
        self.compiling = compiling
        for game in GAMES.values() if prepare else ():
            compiling.want(game, patience_s=0)
        self.browsers = Browsers(self.let_bots_think)
        self.asked_moves = 0
        """How many moves of bots workers were asked for."""
        self.tasks: set[asyncio.Task[None]] = set()
        self.closing = False
        self.stopped = 0
        """How many bots were stopped because they did not get on."""
        self.hints: dict[tuple[str, int], tuple[int, asyncio.Task[list[Hint]]]] = {}
        """The last hint for each table and seat, with the number of the log it is about."""
        self.reviews: dict[str, Far] = {}
        """How far the review of each game is that is being worked out."""
        self.unreviewed: set[str] = set()
        """Games whose review failed; nobody tries again before the next start."""

    def changed(self, keeper: Keeper) -> None:
        """A table has changed: its game is compiled if it was not yet, its bots think."""
        self.compiling.want(keeper.table.game)
        self.forget_hints(keeper)
        self.let_bots_think(keeper)

    def let_bots_think(self, keeper: Keeper) -> None:
        """The bots that are to choose do, unless one of them was stopped and the table still stands as it did."""
        if not self.closing and keeper.stuck_seat is None and self.bots_due(keeper):
            self._let_think(keeper)

    def bots_due(self, keeper: Keeper) -> list[Chair]:
        """The chairs whose bot is to choose now, unless a browser thinks for it: that is asked first.

        Bots that are among themselves wait until somebody looks.
        """
        among_themselves = keeper.table.awaits_eyes and not keeper.listeners - keeper.watchers - {self}
        due = [] if among_themselves else keeper.table.bots_to_move()
        return [] if self.browsers.take(keeper, due) else due

    def ask_again(self, keeper: Keeper) -> None:
        """Somebody wants a bot that was stopped to try once more."""
        keeper.stuck = None
        self.let_bots_think(keeper)
        keeper.tell_state()

    def stop_bot(self, keeper: Keeper, number: int, seat: int) -> None:
        """A bot does not get on: it is asked no more until the table changes or somebody wants it to be."""
        log.error("table %s, seat %d: the bot was stopped at event %d, it does not get on", keeper.id, seat, number)
        self.stopped += 1
        keeper.stuck = number, seat
        keeper.tell_state()

    @abstractmethod
    def _let_think(self, keeper: Keeper) -> None:
        """The bots that are to choose do, one after the other."""

    @abstractmethod
    async def backlog(self) -> Backlog:
        """What waits for a worker."""

    @abstractmethod
    async def _think(self, question: Question, whose: Asker) -> Any:
        """The answer to a question that somebody waits for; raises `BotFailed`."""

    def progressed(self, keeper: Keeper) -> None:  # noqa: B027 - a listener may be glad of it, workers need not
        """Nothing to do: workers know how far they are."""

    def seen(self, keeper: Keeper) -> None:
        """Somebody has come to look: bots may have waited for that."""
        if keeper.table.bots_alone:
            self.let_bots_think(keeper)

    async def hint(self, keeper: Keeper, seat: int) -> list[Hint]:
        """The best moves of a seat; those who ask again about the same position get the same answer."""
        number, task = self.hints.get((keeper.id, seat), (-1, None))
        if task is None or not keeper.table.is_current(number, seat) or has_failed(task):
            asker = Asker(f"{keeper.id} {keeper.table.number} {seat}", keeper.patron, keeper.id, keeper.progress)
            task = asyncio.create_task(self._advise(keeper, seat, asker))
            self.hints[keeper.id, seat] = keeper.table.number, task
            if len(self.hints) > MOST_HINTS:
                del self.hints[next(iter(self.hints))]
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            return await asyncio.shield(task)
        except BotFailed as error:
            log.warning("table %s, seat %d: no hint: %s", keeper.id, seat, error)
            raise BotFailed(NO_HINT) from error

    async def _advise(self, keeper: Keeper, seat: int, asker: Asker) -> list[Hint]:
        """A browser is asked first."""
        question = hint_question(keeper.table, seat)
        return await self.browsers.hint(keeper, seat) or await self._hint(question, asker)

    async def _hint(self, question: Question, asker: Asker) -> list[Hint]:
        return [read_hint(one) for one in await self._think(question, asker)]

    async def grade(self, question: Question, patron: Patron) -> Grade:
        """What an answer to a puzzle is worth."""
        try:
            return read_grade(await self._think(question, Asker(new_id(), patron)))
        except BotFailed as error:
            log.warning("no grade: %s", error)
            raise BotFailed(NO_GRADE) from error

    async def look_again(self, question: Question, patron: Patron) -> list[dict[str, Any]]:
        """What some events of a finished game changed, as a review says it."""
        found: list[dict[str, Any]] = await self._think(question, Asker(new_id(), patron))
        return found

    @abstractmethod
    async def _review(self, game: Ended, keep: Keep, show: Show) -> None:
        """Works the review of a game out and keeps it; raises `BotFailed`."""

    def review(self, game: Ended, keep: Keep) -> Far:
        """Has a game reviewed, once however many ask; how far that is, in entries of its log."""
        if game.table_id in self.unreviewed:
            raise BotFailed(NO_REVIEW)
        if game.table_id not in self.reviews:
            self.reviews[game.table_id] = Far.begun(game)
            self.do(self._make_review(game, keep))
        return self.reviews[game.table_id]

    async def _make_review(self, game: Ended, keep: Keep) -> None:
        def show(far: Far) -> None:
            self.reviews[game.table_id] = far

        try:
            await self._review(game, keep, show)
        except (BotFailed, StoreError) as error:
            log.warning("table %s: no review: %s", game.table_id, error)
            self.unreviewed |= {game.table_id} if isinstance(error, BotFailed) else set()
        finally:
            del self.reviews[game.table_id]

    def forget_hints(self, keeper: Keeper) -> None:
        """Hints about what is no longer so."""
        for seat in range(len(keeper.table.chairs)):
            if (keeper.id, seat) in self.hints and not keeper.table.is_current(self.hints[keeper.id, seat][0], seat):
                del self.hints[keeper.id, seat]

    def do(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Something that goes on beside, until all ends."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def close(self) -> None:
        """Ends all work; what is stored meanwhile begins none."""
        self.closing = True
        await end(*self.tasks, *(task for _, task in self.hints.values()))
        await self.compiling.close()


class LocalWorkers(Workers):
    """Bots think in processes of this machine."""

    def __init__(self, pool: Pool, compiling: Compiling, *, prepare: bool = False) -> None:
        super().__init__(compiling, prepare=prepare)
        self.pool = pool
        self.playing: set[str] = set()
        self.one_review = asyncio.Lock()
        """Reviews take long: they never keep more than one process."""
        if prepare:
            self.do(prepare_all(pool))

    def _let_think(self, keeper: Keeper) -> None:
        """In a task for each table."""
        if keeper.id not in self.playing:
            self.playing.add(keeper.id)
            self.do(self._play(keeper))

    async def _play(self, keeper: Keeper) -> None:
        try:
            await self._play_all(keeper)
        finally:
            self.playing.discard(keeper.id)  # at once: whoever comes to it next is not kept from thinking

    async def _play_all(self, keeper: Keeper) -> None:
        while (waiting := self.bots_due(keeper)) and not self.closing:
            number, chair = keeper.table.number, waiting[0]
            self.asked_moves += 1
            try:
                if not await get_on(keeper, chair, self.pool, keeper.progress):
                    self.stop_bot(keeper, number, chair.seat)
                    return
            except StoreError as error:  # the database is gone for a while
                log.warning("table %s: %s", keeper.id, error)
                await asyncio.sleep(PAUSE_S)

    async def _think(self, question: Question, whose: Asker) -> Any:
        return await ask(self.pool, question, whose.progress, whose.patron)

    async def _review(self, game: Ended, keep: Keep, show: Show) -> None:
        await keep(game.table_id, await ask_review(self.pool, game, show, self.one_review))

    async def backlog(self) -> Backlog:
        """What waits for a process."""
        return self.pool.backlog

    async def close(self) -> None:
        """Ends all work and its processes."""
        await super().close()
        await self.pool.close()


def has_failed(task: asyncio.Task[Any]) -> bool:
    """Whether a task has ended without a result."""
    return task.done() and (task.cancelled() or task.exception() is not None)


async def prepare_all(pool: Pool) -> None:
    """Compiles the bots of every game and loads them while nobody waits, so that hardly anybody ever does."""
    for game in GAMES:
        try:
            await pool.get_ready(game)
        except BotFailed as error:
            log.warning("the bots of %s could not be prepared: %s", game, error)
    try:
        await pool.load(GAMES)
    except BotFailed as error:
        log.warning("what was prepared could not be loaded: %s", error)


def question_for(table: Table, seat: int, kind: str, bot: str = "") -> Question:
    """What a worker is asked: it sees what the seat sees, and no more."""
    assert table.match.chance is not None
    position = str(table.position.view(seat))
    return Question(kind, table.game.name, position, seat, bot, table.match.chance.bot_generator(table.number, seat))


def hint_question(table: Table, seat: int) -> Question:
    """What is asked for a hint."""
    return question_for(table, seat, HINT)


async def ask(pool: Pool, question: Question, progress: Progress, patron: Patron = NOBODY) -> Any:
    """The answer to what somebody waits for; a worker that dies over it is asked once more."""
    for last in (False, True):
        try:
            return await pool.ask(question, HINTS_FIRST, progress, patron)
        except BotFailed:
            if last:
                raise
    raise AssertionError("unreachable")


def read_hint(written: dict[str, Any]) -> Hint:
    """A hint as a worker wrote it."""
    return Hint(**written | {"reasons": tuple((term, gain) for term, gain in written["reasons"])})


def read_grade(written: dict[str, Any]) -> Grade:
    """A grade as a worker wrote it."""
    lines = {name: tuple(written[name]) for name in ("yours", "best")}
    return Grade(**written | lines | {"why": tuple((term, gain) for term, gain in written["why"])})


async def get_on(keeper: Keeper, chair: Chair, pool: Pool, progress: Progress) -> bool:
    """Lets a bot choose, again if nothing comes of it; whether the table has changed in the end, by whomever."""
    number = keeper.table.number
    for _ in range(MOST_IN_VAIN):
        try:
            await move_bot(keeper, chair, pool, progress)
        except Conflict:
            pass  # somebody else was first, and the table was read again
        except StoreError:
            raise
        except SmaltiError as error:
            log.warning("table %s, seat %d: the move of the bot was refused: %s", keeper.id, chair.seat, error)
        if keeper.table.number > number:
            return True
    return False


async def move_bot(keeper: Keeper, chair: Chair, pool: Pool, progress: Progress) -> None:
    """One move of a bot: made once, however often it is thought of, and only if the table still stands as it did."""
    assert chair.bot is not None
    number, seat = keeper.table.number, chair.seat
    question = question_for(keeper.table, seat, MOVE, chair.bot)
    move = await think(keeper, question, pool, progress)
    if keeper.table.chairs[seat] != chair or not keeper.table.is_current(number, seat):
        return
    made = find_bot(STAND_IN).move(keeper.table.match.position, seat, question.generator) if move is None else move
    with suppress(Stale):
        await keeper.make(seat, made, number, stands_in=move is None)


async def think(keeper: Keeper, question: Question, pool: Pool, progress: Progress) -> int | None:
    """The bot's move; one that crashes, hangs or breaks the rules costs its worker, and in the end this one move."""
    for _ in range(TRIES):
        try:
            return int(await pool.ask(question, progress=progress, patron=keeper.patron))
        except BotFailed as error:
            log.warning("table %s, seat %d: the bot %s failed: %s", keeper.id, question.seat, question.bot, error)
    return None
