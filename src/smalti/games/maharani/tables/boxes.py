"""Where everything lies: the box of each place in its panel, and its name."""

from __future__ import annotations

from dataclasses import replace

from smalti.games.maharani import components
from smalti.games.maharani.plans import DIRECTIONS, SPACES
from smalti.games.maharani.rows import places as p
from smalti.games.maharani.tables.cards import BAG_STEP, CARD, FIRST_BAG, ROW, WIDTH, name_left, peg_left
from smalti.games.maharani.tables.floor import SIZE, corner, court, joints, medal_box, plate_box, unit
from smalti.games.maharani.tables.names import DIRECTION, QUARTER, space_columns, space_name
from smalti.games.maharani.tables.rondel import COLUMN, measures, quarter_signs
from smalti.kernel.stage import Place
from smalti.kernel.words import N_

Places = dict[int, Place]
RONDEL = {
    "lion": N_("rondel, lion quarter"),
    "monkey": N_("rondel, monkey quarter"),
    "peacock": N_("rondel, peacock quarter"),
    "elephant": N_("rondel, elephant quarter"),
}
SUPPLIES = {
    "red": N_("supply of red workers"),
    "green": N_("supply of green workers"),
    "blue": N_("supply of blue workers"),
    "yellow": N_("supply of yellow workers"),
}


def places(plan: int, seats: int) -> Places:
    """All places of a game."""
    found = space_places(plan) | rondel_places(plan) | plate_places() | bag_places() | button_places(seats)
    for seat in range(seats):
        found |= card_places(seats, seat)
    return found


# The floor


def space_places(plan: int) -> Places:
    """The spaces, where workers stand on them, and where two halves make a column."""
    found, side, of = {}, unit(components.PLANS[plan]), components.PLANS[plan]
    for space in range(SPACES):
        x, y = corner(of, of.places[space])
        name, columns = space_name(plan, space), space_columns(plan, space)
        found[p.SPACE + space] = Place(p.FLOOR, x, y, side, side, name, speaks=True, note=columns)
        for quarter in range(components.QUARTER_COUNT):
            strip = Place(p.FLOOR, x, y + side * 0.62, side, side * 0.36, under=p.LYING + quarter)
            found[p.WORTH_AT + quarter * SPACES + space] = strip
        found[p.STAND + space] = Place(p.FLOOR, x + side * 0.2, y + side * 0.06, side * 0.6, side * 0.82, name)
    wide, pairs = COLUMN * side, [(x, y) for one, other, x, y in joints(plan) if one != other]
    for joint, (x, y) in enumerate(pairs):
        found[p.JOINT + joint] = Place(p.FLOOR, x - wide / 2, y - wide / 2, wide, wide)
    return found


def rondel_places(plan: int) -> Places:
    """The disc, and around its middle for each quarter a tile, a number, a marker and the medal on the terrace."""
    width, middle = court(components.PLANS[plan]) * unit(components.PLANS[plan]), SIZE / 2
    size = measures(width)
    reach, far = size.radius * 0.19, size.badge * size.radius * 0.7071
    found = {p.RONDEL: around(middle, middle, 2 * size.radius)}
    for quarter, animal in enumerate(components.ANIMALS):
        right, down = quarter_signs(quarter)

        def at(away: float, wide: float, name: str = "", right: int = right, down: int = down) -> Place:
            return around(middle + right * away, middle + down * away, wide, name, speaks=bool(name))

        tile = at(size.offset * size.radius, size.tile * size.radius, RONDEL[animal])
        left, top = (middle + min(0, sign * size.room) for sign in (right, down))
        found[p.LYING + quarter] = replace(tile, hit=(left, top, size.room, size.room) if size.room else ())
        found[p.BADGE_AT + quarter] = at(far, size.radius * 0.21 + 1.2)
        found[p.CORNER + quarter] = at(width / 2 - 6 - reach * 1.02, 2 * reach)
        x, y, wide = medal_box(components.PLANS[plan], quarter)
        found[p.MEDAL + quarter] = Place(p.FLOOR, x, y, wide, wide)
    return found


def around(x: float, y: float, width: float, name: str = "", speaks: bool = False) -> Place:
    """A square of the floor around a point."""
    return Place(p.FLOOR, x - width / 2, y - width / 2, width, width, name, speaks=speaks)


def plate_places() -> Places:
    """The plates in the middle of the sides, and the gold on them."""
    found = {}
    for side, way in enumerate(DIRECTIONS):
        x, y, width, height = plate_box(side)
        found[p.PLATE + side] = Place(p.FLOOR, x - 2, y - 2, width + 4, height + 4, DIRECTION[way])
        gold = (x + 86, y + 3, 42, 24) if width > height else (x + 1, y + 102, 28, 22)
        found[p.PLATE_GOLD_AT + side] = Place(p.FLOOR, *gold, DIRECTION[way])
    return found


# Cards, bag and buttons


def card_places(seats: int, seat: int) -> Places:
    """The card of a seat."""
    panel, each = p.CARD + seat, 2 if seats == 2 else 1
    found = {
        p.CARD_AT + seat: Place(panel, 0, 0, WIDTH, CARD),
        p.NAME_AT + seat: Place(panel, name_left(each), 6, 110, 26),
        p.GOLD_AT + seat: Place(panel, WIDTH - 100, 6, 88, 28),
    }
    for quarter in range(components.QUARTER_COUNT):
        found[p.MARKER_AT + seat * components.QUARTER_COUNT + quarter] = Place(panel, 5 + 80 * quarter, 38, 32, 32)
        for n in range(each):
            at, y = (seat * each + n) * components.QUARTER_COUNT + quarter, 46 if each == 1 else 38 + 18 * n
            name = QUARTER[components.ANIMALS[quarter]]
            found[p.PROSPECT_AT + at] = Place(panel, 38 + 80 * quarter, y, 19, 16, name)
            found[p.PROMISE_AT + at] = Place(panel, 38 + 80 * quarter, y, 48, 16, name)
    for n in range(each):
        found |= supply_places(seats, seat * each + n, n, panel)
    return found


def supply_places(seats: int, worker: int, n: int, panel: int) -> Places:
    """The supply of a worker colour, the n-th of its seat: a row, and each worker in it."""
    each, total = 2 if seats == 2 else 1, int(components.SUPPLY[seats])
    left, end = peg_left(each, n, 0), peg_left(each, n, total)
    row = Place(panel, left - 2, 72, end - left, 31, SUPPLIES[components.WORKER_COLOURS[worker]], speaks=True)
    first = p.PEG + worker * components.LARGEST_GROUP
    return {p.SUPPLY_AT + worker: row} | {
        first + peg: Place(panel, peg_left(each, n, peg), 75, 18, 24.7) for peg in range(total)
    }


def bag_places() -> Places:
    """The bag: its head, a tile of each colour, the number of each kind, and what has left the game."""
    found = {p.BAG_AT: Place(p.BAG, 12, 4, 200, 24), p.BOX: Place(p.BAG, WIDTH - 150, 4, 138, 24)}
    for colour in range(components.COLOUR_COUNT):
        x = FIRST_BAG + BAG_STEP * colour
        found[p.BAG_COLOUR_AT + colour] = Place(p.BAG, x, 29, 24, 24)
        for kind in range(len(p.TILE_KINDS)):
            at = p.BAG_KIND_AT + colour * len(p.TILE_KINDS) + kind
            found[at] = Place(p.BAG, x, 58 + 18 * kind, 24, 16)
    return found


def button_places(seats: int) -> Places:
    """The buttons; where the arrow points comes first, as it is asked for most."""
    each, wide = 2 if seats == 2 else 1, WIDTH / len(DIRECTIONS)
    found = {p.ARROW_HEAD_AT: Place(p.ACTIONS, 4, 2, WIDTH - 8, 18)}
    for side in range(len(DIRECTIONS)):
        found[p.ARROW_AT + side] = Place(p.ACTIONS, side * wide + 1, 22, wide - 2, 64)
    for worker in range(each * seats):
        found[p.BRING_AT + worker] = Place(p.ACTIONS, 0, worker % each * (ROW + 6), WIDTH, ROW)
    return found | {at: Place(p.ACTIONS, 0, 90, WIDTH, ROW) for at in (p.END_AT, p.REFRESH_AT)}
