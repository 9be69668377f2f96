"""Positions as text, both ways.

A position is a few fields with spaces between: the plan, the floor, the rondel, what is next, and the seats:

    courtyard 2/8/8/4/6/6/4/8/8/2 b90,o|,r*,g0 turn:0 lmpe,lmpe,lmpe
    courtyard 2/2b<R5/8/4/6/6/4/8/8/2 .,o|,r*,g0 second:1 lmpe,mpe:b1+R1,lmpe

The floor is written row by row, only its spaces: a number counts free ones, `b<` is a blue tile with its arrow to the
west (`^ > v <`), and `b<R` has a red worker on it. The rondel lists the four slots, `.` for an empty one: colour and
arrow of a half tile in degrees (`b90`), `|` for two halves with the arrow along, `-` across, `*` for a centre tile.
Next is one of `start`, `deal:0` (the first four tiles), `turn:0`, `worker:0:e4` (`worker:0:e4:2` for the second
tile), `second:0`, `fill:0` and `over:0`, with the active seat. A seat lists its face-up markers by the animal's
letter, `-` for none, and after a colon where its gold came from: `le:b1+b3*2+R2+Rp5+2nd` is a blue tile alone, twice
an area of three, a group of two red workers, five red workers paid in the peacock quarter, and a second tile.
`out=b*,o*` lists the tiles that have left the game; all others are in the bag.
"""

from __future__ import annotations

import re
from collections import Counter

import numpy as np

from smalti.games.maharani.components import (
    ANIMALS,
    COLOURS,
    FACES,
    LARGEST_AREA,
    LARGEST_GROUP,
    PAY,
    PLAN_NAMES,
    PLANS,
    QUARTER_OF,
    SEAT_COUNTS,
    SLOTS,
    TILE_COUNT,
    TILES_IN_BOX,
    WORKER_COLOURS,
    face_with,
    tile_number,
    tile_parts,
)
from smalti.games.maharani.plans import SPACES
from smalti.games.maharani.rules import workers_due
from smalti.games.maharani.state import (
    DEAL,
    FILL,
    NONE,
    OVER,
    SECOND,
    START,
    STATE,
    TURN,
    WORKER,
    arrow_at,
    colours_each,
    fill_bag,
    first_colour,
    in_bag,
    set_arrow,
    side_of,
    supply,
    tile_colour,
)
from smalti.games.maharani.tables.names import SOME_WORKERS, space_name
from smalti.games.maharani.text.sources import Area, Group, Pay, Second, Source, gold_of, sources
from smalti.kernel.errors import InvalidNotation
from smalti.kernel.sets import bit
from smalti.kernel.state import Numbers, State, new_state
from smalti.kernel.words import N_

TILE_LETTERS = "".join(colour[0] for colour in COLOURS)
WORKER_LETTERS = "".join(colour[0].upper() for colour in WORKER_COLOURS)
QUARTER_LETTERS = "".join(animal[0] for animal in ANIMALS)
ARROW_SIGNS = "^>v<"
FACE_SIGNS = tuple({"along": "|", "across": "-", "None": "*"}.get(str(arrow), str(arrow)) for _, arrow in FACES)
PHASES = {
    "start": START,
    "deal": DEAL,
    "turn": TURN,
    "worker": WORKER,
    "second": SECOND,
    "fill": FILL,
    "over": OVER,
}

# The letters must tell everything apart; a new edition of the data may need others.
for _letters in (TILE_LETTERS, WORKER_LETTERS, QUARTER_LETTERS):
    assert len(set(_letters)) == len(_letters), _letters

SPACE_TEXT = re.compile(rf"\.|[{TILE_LETTERS}][\^>v<][{WORKER_LETTERS}]?")
SOURCE_TEXT = re.compile(
    rf"(?P<colour>[{TILE_LETTERS}])(?P<area>[0-9]{{1,2}})"
    rf"|(?P<worker>[{WORKER_LETTERS}])(?P<quarter>[{QUARTER_LETTERS}])?(?P<number>[0-9]{{1,2}})"
)
NEXT_TEXT = re.compile(
    r"start|(?P<name>deal|turn|worker|second|fill|over):(?P<seat>[0-3])(?::(?P<space>[a-z][0-9]{1,2})(?P<second>:2)?)?"
)


# Writing positions


def write_position(state: State) -> str:
    """The whole position as text."""
    fields = [
        PLAN_NAMES[int(state.plan)],
        write_floor(state),
        ",".join(write_tile(int(tile)) for tile in state.rondel),
        write_next(state),
        ",".join(write_seat(state, seat) for seat in range(int(state.seats))),
    ]
    gone = tiles_gone(state)
    if gone.any():
        fields.append("out=" + ",".join(write_tile(tile) for tile, n in enumerate(gone) for _ in range(int(n))))
    return " ".join(fields)


def write_floor(state: State) -> str:
    """The spaces row by row."""
    rows: dict[int, list[str]] = {}
    tiles = tiles_on_floor(state)
    for space, (row, _) in enumerate(PLANS[int(state.plan)].places):
        rows.setdefault(row, []).append(write_space(state, space) if space in tiles else ".")
    return "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), "".join(row)) for row in rows.values())


def write_space(state: State, space: int) -> str:
    """What lies on a space that is not free: a tile, its arrow, perhaps a worker."""
    workers = [letter for w, letter in enumerate(WORKER_LETTERS) if int(state.workers[w]) & bit(space)]
    return TILE_LETTERS[tile_colour(state, space)] + ARROW_SIGNS[arrow_at(state, space)] + "".join(workers)


def write_tile(tile: int) -> str:
    """A tile that is not on the floor."""
    if tile == NONE:
        return "."
    colour, face = tile_parts(tile)
    return TILE_LETTERS[colour] + FACE_SIGNS[face]


def write_next(state: State) -> str:
    """What is next, with the active seat."""
    phase = int(state.phase)
    name = next(word for word, value in PHASES.items() if value == phase)
    if phase == START:
        return name
    text = f"{name}:{int(state.active)}"
    if phase == WORKER:
        text += f":{space_name(int(state.plan), int(state.duty))}" + (":2" if int(state.placed) == 2 else "")
    return text


def write_seat(state: State, seat: int) -> str:
    """The markers of a seat and where its gold came from."""
    up = "".join(letter for quarter, letter in enumerate(QUARTER_LETTERS) if int(state.markers[seat]) & bit(quarter))
    gold = [write_source(source) + (f"*{n}" if n > 1 else "") for source, n in sources(state, seat).items()]
    return (up or "-") + (":" + "+".join(gold) if gold else "")


def write_source(source: Source) -> str:
    """One source of gold."""
    if isinstance(source, Area):
        return f"{TILE_LETTERS[source.colour]}{source.size}"
    if isinstance(source, Group):
        return f"{WORKER_LETTERS[source.worker]}{source.size}"
    if isinstance(source, Pay):
        return f"{WORKER_LETTERS[source.worker]}{QUARTER_LETTERS[source.quarter]}{source.paid}"
    return "2nd"


def tiles_gone(state: State) -> Numbers:
    """How many of each tile are neither in the bag nor on the rondel nor on the floor."""
    gone: Numbers = TILES_IN_BOX - np.array([in_bag(state, tile) for tile in range(TILE_COUNT)])
    on_rondel = [int(tile) for tile in state.rondel if int(tile) != NONE]
    for tile in [*on_rondel, *tiles_on_floor(state).values()]:
        gone[tile] -= 1
    return gone


def tiles_on_floor(state: State) -> dict[int, int]:
    """The tile of every space that is not free."""
    found = {}
    for colour, spaces in enumerate(map(int, state.tiles)):
        for space in range(SPACES):
            if spaces & bit(space):
                found[space] = tile_number(colour, face_with(columns_at(state, space), arrow_at(state, space)))
    return found


# Reading positions


def parse_position(text: str) -> State:
    """The position that the text means."""
    fields = text.split()
    if not 5 <= len(fields) <= 6 or fields[0] not in PLAN_NAMES:
        raise InvalidNotation(
            f"a position has a plan ({', '.join(PLAN_NAMES)}), the floor, the rondel, what is next, and the seats"
        )
    state = new_state(STATE)
    state.plan, state.duty = PLAN_NAMES.index(fields[0]), NONE
    seats = fields[4].split(",")
    if len(seats) not in SEAT_COUNTS:
        raise InvalidNotation(f"a position has two to four seats, not {len(seats)}")
    state.seats = len(seats)
    parse_floor(state, fields[1])
    parse_rondel(state, fields[2])
    for seat, seat_text in enumerate(seats):
        parse_seat(state, seat, seat_text)
    parse_next(state, fields[3])
    read_bag(state, fields[5] if len(fields) == 6 else "out=")
    return state


def parse_floor(state: State, text: str) -> None:
    """The spaces row by row."""
    drawn = re.sub(r"[0-9]+", lambda gap: "." * min(int(gap[0]), SPACES), text[: 10 * SPACES])
    rows = [SPACE_TEXT.findall(row) for row in drawn.split("/")]
    widths = list(Counter(row for row, _ in PLANS[int(state.plan)].places).values())
    if [len(row) for row in rows] != widths or "/".join(map("".join, rows)) != drawn:
        raise InvalidNotation(f"{text[:60]!r} is no floor; expected rows of {', '.join(map(str, widths))} spaces")
    for space, word in enumerate(word for row in rows for word in row):
        if word != ".":
            parse_tile_on(state, space, word)
    check_workers(state)


def parse_tile_on(state: State, space: int, word: str) -> None:
    """A tile on a space, with its arrow and perhaps a worker."""
    state.tiles[TILE_LETTERS.index(word[0])] |= bit(space)
    set_arrow(state, space, ARROW_SIGNS.index(word[1]))
    if word[2:]:
        state.workers[WORKER_LETTERS.index(word[2])] |= bit(space)


def check_workers(state: State) -> None:
    """Rules 2.2 and 6.8: the workers there are, each on another tile colour of its quarter."""
    for worker, name in enumerate(WORKER_COLOURS):
        spaces = [space for space in range(SPACES) if int(state.workers[worker]) & bit(space)]
        if spaces and (supply(state, worker) < 0 or worker >= int(state.seats) * colours_each(state)):
            raise InvalidNotation(
                N_("there are not so many {workers} in a game of {seats} (rule 2.2)"),
                workers=SOME_WORKERS[name],
                seats=int(state.seats),
            )
        stands = [(int(QUARTER_OF[int(state.plan), space]), tile_colour(state, space)) for space in spaces]
        if len(set(stands)) < len(stands):
            words = N_("two {workers} stand on the same tile colour of one quarter (rule 6.8)")
            raise InvalidNotation(words, workers=SOME_WORKERS[name])


def parse_rondel(state: State, text: str) -> None:
    """The four slots."""
    words = text.split(",")
    if len(words) != SLOTS:
        raise InvalidNotation(f"{text[:40]!r} is no rondel; expected four tiles like 'b90,o|,.,r*'")
    state.rondel[:] = [NONE if word == "." else parse_tile(word) for word in words]


def parse_tile(word: str) -> int:
    """A tile that is not on the floor."""
    if word[:1] not in tuple(TILE_LETTERS) or word[1:] not in FACE_SIGNS:
        raise InvalidNotation(
            f"{word[:20]!r} is no tile; expected a colour of {TILE_LETTERS} and {' '.join(FACE_SIGNS)}"
        )
    return tile_number(TILE_LETTERS.index(word[0]), FACE_SIGNS.index(word[1:]))


def parse_seat(state: State, seat: int, text: str) -> None:
    """The markers of a seat and where its gold came from."""
    up, _, gold = text.partition(":")
    letters = "" if up == "-" else up
    if letters != "".join(letter for letter in QUARTER_LETTERS if letter in up) or not up:
        raise InvalidNotation(f"{up[:20]!r} are no markers; expected some of {QUARTER_LETTERS} in order, or '-'")
    state.markers[seat] = sum(bit(QUARTER_LETTERS.index(letter)) for letter in letters)
    for term in gold.split("+") if gold else ():
        name, _, times = term.partition("*")
        if times and not re.fullmatch(r"[1-9][0-9]?", times):
            raise InvalidNotation(f"{term[:20]!r} does not say how often; expected e.g. 'b3*2'")
        add_source(state, seat, parse_source(state, seat, name), int(times or 1))
    state.gold[seat] = sum(gold_of(source) * times for source, times in sources(state, seat).items())


def parse_source(state: State, seat: int, name: str) -> Source:
    """One source of gold."""
    if name == "2nd":
        return Second()
    if (found := SOURCE_TEXT.fullmatch(name)) and found["colour"]:
        size = int(found["area"])
        if 1 <= size <= LARGEST_AREA:
            return Area(TILE_LETTERS.index(found["colour"]), size)
    elif found and WORKER_LETTERS.index(found["worker"]) - first_colour(state, seat) in range(colours_each(state)):
        worker, number = WORKER_LETTERS.index(found["worker"]), int(found["number"])
        if found["quarter"] and 1 <= number < len(PAY):
            return Pay(worker, QUARTER_LETTERS.index(found["quarter"]), number)
        if not found["quarter"] and 1 <= number <= LARGEST_GROUP:
            return Group(worker, number)
    raise InvalidNotation(f"{name[:20]!r} brings this seat no gold; expected e.g. 'b3', 'R2', 'Rp5' or '2nd'")


def add_source(state: State, seat: int, source: Source, times: int) -> None:
    """Writes down where gold came from."""
    if isinstance(source, Area):
        state.areas[seat, source.colour, source.size - 1] = times
    elif isinstance(source, Group):
        state.groups[source.worker, source.size - 1] = times
    elif isinstance(source, Pay):
        state.pays[source.worker, source.quarter] = source.paid
    else:
        state.seconds[seat] = times


def parse_next(state: State, text: str) -> None:
    """What is next, with the active seat."""
    found = NEXT_TEXT.fullmatch(text)
    if not found or int(found["seat"] or 0) >= int(state.seats) or (found["name"] == "worker") != bool(found["space"]):
        raise InvalidNotation(f"{text[:40]!r} does not say what is next; expected e.g. 'turn:0' or 'worker:1:e4'")
    name = found["name"] or "start"
    state.phase, state.active = PHASES[name], int(found["seat"] or 0)
    state.placed = 2 if found["second"] else 1 if name in ("worker", "second") else 0
    if name == "worker":
        space = find_space(state, found["space"])
        if space is None or not may_have_duty(state, space):
            raise InvalidNotation(N_("no worker can be due on {space} (rule 6.1)"), space=found["space"])
        state.duty = space


def may_have_duty(state: State, space: int) -> bool:
    """Rule 6.1: a tile without a worker whose arrow points to the active seat, for which a worker can come."""
    seat = int(state.active)
    taken = any(int(workers) & bit(space) for workers in state.workers)
    if tile_colour(state, space) == NONE or taken or arrow_at(state, space) != side_of(state, seat):
        return False
    return workers_due(state, seat, space) != 0


def read_bag(state: State, text: str) -> None:
    """Rule 2.4: what is not on the floor, on the rondel or out of the game is in the bag."""
    if not text.startswith("out="):
        raise InvalidNotation(f"{text[:40]!r} is no field of a position; expected out=...")
    bag = tiles_gone(state)
    for word in text[4:].split(",") if text[4:] else ():
        bag[parse_tile(word)] -= 1
    if bag.min() < 0:
        raise InvalidNotation(f"there are more tiles {write_tile(int(bag.argmin()))} than the box has")
    fill_bag(state, bag)


def find_space(state: State, name: str) -> int | None:
    """The space of that name, if the plan has one."""
    return next((space for space in range(SPACES) if space_name(int(state.plan), space) == name), None)


def columns_at(state: State, space: int) -> str:
    """The columns printed on a space."""
    plan = PLANS[int(state.plan)]
    return plan.columns[plan.places[space]]
