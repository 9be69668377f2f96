"""What Maharani looks like: the floor, a card for each player, the bag, and the buttons of whoever is to choose."""

from __future__ import annotations

from functools import cache

from smalti.games.maharani.components import PLANS
from smalti.games.maharani.rows import places as p
from smalti.games.maharani.rows.pieces import GOLD
from smalti.games.maharani.tables.art import DEFS, STYLE
from smalti.games.maharani.tables.boxes import places
from smalti.games.maharani.tables.cards import ACTIONS, BAG, CARD, GAP, WIDTH, bag_ground, card_ground, card_symbols
from smalti.games.maharani.tables.cards import STYLE as CARD_STYLE
from smalti.games.maharani.tables.feel import FEEL
from smalti.games.maharani.tables.floor import SIZE, colours_of, court, floor_ground, shapes, unit
from smalti.games.maharani.tables.looks import TILE_NAMES, looks
from smalti.games.maharani.tables.notes import NOTES
from smalti.games.maharani.tables.rondel import measures, rondel_symbol
from smalti.games.maharani.tables.tips import TIPS
from smalti.games.maharani.tables.words import KINDS, NAMES
from smalti.kernel.stage import SPECTATOR, Arrangement, Panel, Stage, arrangement_of, felt
from smalti.kernel.state import State
from smalti.kernel.words import N_

MARGIN = 20


def stage(state: State) -> Stage:
    """The tables of the game that a position belongs to."""
    return stage_of(int(state.plan), int(state.seats))


@cache
def stage_of(plan: int, seats: int) -> Stage:
    """The tables of a game on this plan with so many seats."""
    sheet, each = arrangement(seats), 2 if seats == 2 else 1
    size = measures(court(PLANS[plan]) * unit(PLANS[plan]))
    return Stage(
        label=N_("Maharani: the palace floor"),
        panels=panels(plan, seats),
        places=places(plan, seats),
        looks=looks(seats),
        kinds=felt(KINDS, FEEL),
        arrangements=dict.fromkeys((SPECTATOR, *map(arrangement_of, range(seats))), sheet),
        defs=DEFS + shapes(plan) + rondel_symbol(size) + card_symbols(),
        style=STYLE + CARD_STYLE,
        names=NAMES | TILE_NAMES,
        scores=tuple(GOLD + seat for seat in range(seats)),
        notes=NOTES,
        tips=TIPS,
        emblems=tuple(tuple(f"figure-{colour}" for colour in colours_of(seat, each)) for seat in range(seats)),
    )


def panels(plan: int, seats: int) -> tuple[Panel, ...]:
    """The floor, the cards, the bag and the buttons."""
    cards = (
        Panel(
            p.CARD + s, f"player-{s}", N_("the card of {seat:seat}"), "seat", WIDTH, CARD, card_ground(seats, s), seat=s
        )
        for s in range(seats)
    )
    return (
        Panel(p.FLOOR, "floor", N_("the palace floor"), "board", SIZE, SIZE, floor_ground(plan, seats)),
        *cards,
        Panel(p.BAG, "bag", N_("the bag"), "side", WIDTH, BAG, bag_ground()),
        Panel(p.ACTIONS, "actions", N_("your choices"), "hand", WIDTH, ACTIONS),
    )


def arrangement(seats: int) -> Arrangement:
    """The floor on the left; beside it the players, the bag, and the buttons."""
    x, y = 2 * MARGIN + SIZE, MARGIN
    laid: list[tuple[int, float, float, float]] = [(p.FLOOR, MARGIN, MARGIN, 1)]
    for seat in range(seats):
        laid.append((p.CARD + seat, x, y, 1))
        y += CARD + GAP
    laid += [(p.BAG, x, y, 1), (p.ACTIONS, x, y + BAG + GAP, 1)]
    height = max(SIZE + MARGIN, y + BAG + GAP + ACTIONS) + MARGIN
    return Arrangement(x + WIDTH + MARGIN, height, tuple(laid))
