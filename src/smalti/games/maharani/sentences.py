"""What is asked and what was done, in a sentence."""

from __future__ import annotations

from smalti.games.maharani.components import QUARTER_COUNT, QUARTER_OF, tile_parts
from smalti.games.maharani.moves import END, decode_place, decode_worker, is_place, is_worker
from smalti.games.maharani.names import (
    direction_name,
    marker_name,
    quarter_name,
    space_name,
    tile_columns,
    tile_name,
    worker_name,
)
from smalti.games.maharani.reasons import moving_from
from smalti.games.maharani.rows.refusals import is_full
from smalti.games.maharani.rules import (
    FIRST_DRAW,
    apply,
    apply_outcome,
    can_place,
    can_refresh,
    leaves_at_once,
    workers_due,
)
from smalti.games.maharani.scoring import earned
from smalti.games.maharani.state import (
    ALL_MARKERS,
    NONE,
    OVER,
    SECOND,
    START,
    TURN,
    WORKER,
    colours_each,
    empty_slot,
    first_colour,
)
from smalti.kernel.game import CHANCE
from smalti.kernel.reason import Point, Verbatim
from smalti.kernel.sets import count
from smalti.kernel.state import State, copy_state
from smalti.kernel.words import N_, SeatName, say


def ask(state: State, seat: int, language: str) -> str:
    """What this actor is asked to decide now."""
    if int(state.phase) == WORKER:
        return say(language, ask_worker(state, seat), {"space": named(state, int(state.duty))})
    if int(state.phase) == SECOND:
        if can_place(state, seat):
            return say(language, N_("Place a second tile for 2 gold, or end your turn."))
        return say(language, N_("No second tile can be placed: end your turn."))
    if not can_place(state, seat):
        return say(language, N_("You can place no tile: refresh your markers."))
    if can_refresh(state, seat):
        return say(language, N_("Place a tile from the rondel, or refresh your markers."))
    return say(language, N_("Place a tile from the rondel."))


def ask_worker(state: State, seat: int) -> str:
    """Section 6: what is asked when a worker is due."""
    if count(workers_due(state, seat, int(state.duty))) == 1:
        return N_("The arrow points to you: your worker comes onto {space}.")
    return N_("The arrow points to you: choose which worker comes onto {space}.")


def teaches(state: State, seat: int) -> tuple[str, ...]:
    """The clauses that explain the decision at hand, the most pressing first."""
    phase = int(state.phase)
    if phase == WORKER:
        return teaches_worker(state, seat)
    if phase == SECOND:
        if not can_place(state, seat):
            return "7.3", "8.1", "8.2"
        return ("7.1", "7.2", "7.3", "7.4") if is_any_full(state) else ("7.1", "7.2", "7.3")
    if phase != TURN:
        return ()
    if not can_place(state, seat):
        return "3.3", "3.4", "4.8"
    if int(state.markers[seat]) == ALL_MARKERS:
        return "3.1", "4.2", "4.5", "5.2", "6.1", "4.3"
    return "4.4", "3.4", "4.8" if is_any_full(state) else "4.3", "4.5", "5.2", "6.1"


def teaches_worker(state: State, seat: int) -> tuple[str, ...]:
    """Sections 6 and 11: whether a worker comes or moves, and what it earns."""
    first, each = first_colour(state, seat), colours_each(state)
    moving = sum(moving_from(state, worker) is not None for worker in range(first, first + each))
    if each == 1:
        return ("6.1", "6.4", "6.7", "6.6") if moving else ("6.1", "6.3", "6.6")
    return ("6.1", ("11.2", "11.3", "11.4")[moving], "11.5", "6.6", *(("6.7",) if moving else ()), "9.2")


def is_any_full(state: State) -> bool:
    """Whether some quarter is full."""
    return any(is_full(state, quarter) for quarter in range(QUARTER_COUNT))


def describe(state: State, by: int, move: int, language: str) -> str:
    """A move or outcome as a sentence, with every piece of gold that it brings."""
    after = play_on(state, by, move)
    parts = [describe_outcome(state, move, language) if by == CHANCE else describe_move(state, by, move, language)]
    parts += consequences(state, after, by, language)
    return say(language, N_("; ")).join(parts + [say_gold(point, language) for point in all_earned(state, after)])


def play_on(state: State, by: int, move: int) -> State:
    """The state after a move or an outcome."""
    after = copy_state(state)
    if by == CHANCE:
        apply_outcome(after, move)
    else:
        apply(after, by, move)
    return after


def all_earned(before: State, after: State) -> list[Point]:
    """The gold that a move or an outcome brought, to whomever."""
    return [point for seat in range(int(before.seats)) for point in earned(before, after, seat)]


def say_gold(point: Point, language: str) -> str:
    """One piece of gold in words."""
    facts = {"gold": Verbatim(f"{point.points:+d}"), "reason": Verbatim(point.say(language))}
    return say(language, N_("{gold} gold: {reason}"), facts)


def describe_move(state: State, seat: int, move: int, language: str) -> str:
    """What a player does."""
    if is_place(move):
        slot, space, arrow = decode_place(move)
        facts: dict[str, object] = {
            "tile": tile_name(tile_parts(int(state.rondel[slot]))[0]),
            "slot": slot + 1,
            "space": named(state, space),
            "quarter": quarter_name(int(QUARTER_OF[int(state.plan), space])),
            "direction": direction_name(arrow),
        }
        return say(
            language, N_("places the {tile} of slot {slot} on {space} in the {quarter}, arrow {direction}"), facts
        )
    if is_worker(move):
        return describe_worker(state, decode_worker(move), language)
    return say(language, N_("ends the turn") if move == END else N_("turns all action markers face up"))


def describe_worker(state: State, worker: int, language: str) -> str:
    """Rules 6.3 and 6.4: where a worker comes from."""
    origin = moving_from(state, worker)
    facts: dict[str, object] = {"worker": worker_name(worker), "space": named(state, int(state.duty))}
    if origin is None:
        return say(language, N_("places a {worker} on {space}"), facts)
    return say(language, N_("moves a {worker} from {origin} to {space}"), facts | {"origin": named(state, origin)})


def consequences(before: State, after: State, by: int, language: str) -> list[str]:
    """Rules 4.3, 8.3 and 10.2: a marker turned face down, centre tiles that leave, the end."""
    found = []
    if by != CHANCE and int(after.markers[by]) < int(before.markers[by]):
        turned = int(before.markers[by]) & ~int(after.markers[by])
        found.append(
            say(language, N_("the {marker} is turned face down"), {"marker": marker_name(turned.bit_length() - 1)})
        )
    gone = sum(int(tile) == NONE for tile in after.rondel) - sum(int(tile) == NONE for tile in before.rondel) - 1
    if by != CHANCE and gone > 0:
        found.append(
            say(
                language, N_("all centre spaces are filled: centre tiles leave the rondel ({number})"), {"number": gone}
            )
        )
    if int(after.phase) == OVER:
        found.append(say(language, N_("the game ends")))
    return found


def describe_outcome(state: State, outcome: int, language: str) -> str:
    """What chance gave, as a sentence."""
    if int(state.phase) == START:
        return say(language, N_("{name} begins."), {"name": SeatName(outcome)})
    tile = outcome - FIRST_DRAW
    facts: dict[str, object] = {"tile": tile_name(tile_parts(tile)[0]), "columns": tile_columns(tile)}
    if leaves_at_once(state, tile):
        return say(language, N_("Drawn: {tile} with {columns}; it leaves the game"), facts)
    return say(language, N_("Drawn for slot {slot}: {tile} with {columns}"), facts | {"slot": empty_slot(state) + 1})


def named(state: State, space: int) -> Verbatim:
    """A space's name as a fact."""
    return Verbatim(space_name(int(state.plan), space))
