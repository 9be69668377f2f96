"""What lies beside the floor of Maharani in a terminal: rondel and quarters, seats, bag."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from smalti.games.maharani import components
from smalti.games.maharani.board.signs import (
    ANIMAL,
    COLUMN_SIGNS,
    POINTERS,
    tile_letter,
    tile_sign,
    tile_style,
    worker_sign,
    worker_style,
)
from smalti.games.maharani.components import tile_number, tile_parts
from smalti.games.maharani.moves import decode_place, is_place
from smalti.games.maharani.rules import home_quarter
from smalti.games.maharani.state import (
    NONE,
    OVER,
    START,
    colours_each,
    first_colour,
    in_bag,
    left_in_bag,
    occupied,
    side_of,
    supply,
)
from smalti.games.maharani.tables.rondel import edges_of
from smalti.kernel.board import PLACE, Sight
from smalti.kernel.reason import Verbatim
from smalti.kernel.sets import bit, count
from smalti.kernel.state import State
from smalti.kernel.words import N_, counted, say

KIND_SIGNS = (("half", "▐"), ("opposite", "▌▐"), ("centre", "●"))


def draw_side(sight: Sight) -> Text:
    """Four quarters with their slots, the seats, the bag."""
    text = draw_rondel(sight)
    text.append("\n")
    for seat in range(int(sight.position.state.seats)):
        text.append_text(draw_seat(sight, seat))
    return text.append("\n").append_text(draw_bag(sight.position.state, sight.language))


# The rondel and the quarters


def draw_rondel(sight: Sight) -> Text:
    """Rule 3.1: each slot with its tile as it lies, and the quarter where it lies."""
    facts: dict[str, object] = {"seat": int(sight.position.state.active) + 1}
    text = Text(no_wrap=True)
    if int(sight.position.state.phase) != START:
        text.append(say(sight.language, N_("Rondel and quarters of seat {seat}"), facts) + "\n", style="bold")
        for slot in range(components.SLOTS):
            text.append_text(draw_slot(sight, slot))
    return text


def draw_slot(sight: Sight, slot: int) -> Text:
    """A slot: its tile with arrow and columns, its quarter with the marker, the free spaces and the workers."""
    state, seat = sight.position.state, int(sight.position.state.active)
    quarter, tile = home_quarter(state, seat, slot), int(state.rondel[slot])
    aimed = sight.aimed is not None and is_place(sight.aimed) and decode_place(sight.aimed)[0] == slot
    text = Text().append(f"{'>' if aimed else ' '}{slot + 1} ", style="bold" if aimed else "")
    if tile == NONE:
        text.append(" - ".ljust(7))
    else:
        side = side_of(state, seat)
        text.append(f"{tile_sign(tile, sight.language)}{POINTERS[side]}", style=tile_style(tile_parts(tile)[0]))
        text.append(f" {COLUMN_SIGNS[columns_in_order(edges_of(tile, side))]} ", style="bold")
    name = say(sight.language, ANIMAL[components.ANIMALS[quarter]])
    up = bool(int(state.markers[seat]) & bit(quarter))
    text.append(f"{'■' if up else '□'} {name:<9}", style="" if up else "dim")
    free = count(int(components.QUARTER_SPACES[int(state.plan), quarter]) & ~occupied(state))
    text.append(say(sight.language, N_("{free} free"), {"free": Verbatim(f"{free:>2}")}))
    text.append_text(draw_workers(state, quarter, sight.language))
    text.stylize(Style(meta={PLACE: f"slot_{slot}"}))
    return text.append("\n")


def columns_in_order(edges: str) -> str:
    """Two edges as plans write them."""
    return {"SN": "NS", "WE": "EW"}.get(edges, edges)


def draw_workers(state: State, quarter: int, language: str) -> Text:
    """The workers of each colour in a quarter."""
    spaces, text = int(components.QUARTER_SPACES[int(state.plan), quarter]), Text()
    for worker in range(components.WORKER_COLOUR_COUNT):
        if number := count(int(state.workers[worker]) & spaces):
            text.append(" ").append(f"{worker_sign(worker, language)}{number}", style=worker_style(worker))
    return text


# The seats


def draw_seat(sight: Sight, seat: int) -> Text:
    """A seat: its side, its gold, its markers face up, its supply."""
    state = sight.position.state
    active = seat == int(state.active) and int(state.phase) not in (START, OVER)
    name = say(sight.language, N_("Seat {seat}"), {"seat": seat + 1})
    gold = say(sight.language, N_("{gold} gold"), {"gold": Verbatim(f"{int(state.gold[seat]):>3}")})
    head = f"{'>' if active else ' '}{name} {POINTERS[side_of(state, seat)]} {gold}  "
    text = Text().append(head, style="bold" if seat == sight.seat else "")
    for quarter, animal in enumerate(components.ANIMALS):
        up = int(state.markers[seat]) & bit(quarter)
        text.append(say(sight.language, ANIMAL[animal])[0].upper() if up else "·", style="bold" if up else "dim")
    text.append(" ")
    first = first_colour(state, seat)
    for worker in range(first, first + colours_each(state)):
        left = f"{worker_sign(worker, sight.language)}{supply(state, worker)}"
        text.append(" ").append(left, style=worker_style(worker))
    return text.append("\n")


# The bag


def draw_bag(state: State, language: str) -> Text:
    """How many tiles of each colour and of each kind are left."""
    title = counted(language, left_in_bag(state), N_("In the bag: {n} tile"), N_("In the bag: {n} tiles"))
    text = Text().append(title + "\n", style="bold")
    kinds = dict.fromkeys((kind for kind, _ in components.FACES), 0)
    for colour in range(components.COLOUR_COUNT):
        left = [in_bag(state, tile_number(colour, face)) for face in range(len(components.FACES))]
        for (kind, _), number in zip(components.FACES, left, strict=True):
            kinds[kind] += number
        text.append(" ").append(f"{tile_letter(colour, language)}{sum(left)}", style=tile_style(colour))
    text.append("\n")
    return text.append("".join(f"  {sign} {kinds[kind]}" for kind, sign in KIND_SIGNS))
