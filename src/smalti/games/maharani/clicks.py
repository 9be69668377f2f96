"""Why clicks on the drawn scene lead to no move: its ids as places, and what the rows refuse."""

from __future__ import annotations

import re

from smalti.games.maharani.components import ANIMALS, COLOURS, QUARTER_COUNT, QUARTER_SPACES, WORKER_COLOURS, space_at
from smalti.games.maharani.plans import DIRECTIONS
from smalti.games.maharani.reasons import refused
from smalti.games.maharani.rows import places as p
from smalti.games.maharani.rows.clicks import refuses
from smalti.games.maharani.rules import home_quarter
from smalti.kernel.reason import Why
from smalti.kernel.rows import NOWHERE
from smalti.kernel.sets import lowest
from smalti.kernel.state import State

Path = tuple[str, ...]
SPACE_STEP = re.compile(r"(?:space|tile)-([0-9]{1,2})-([0-9]{1,2})")
FIGURE_STEP = re.compile(rf"worker-({'|'.join(WORKER_COLOURS)})-({'|'.join(ANIMALS)})-({'|'.join(COLOURS)})")
MARKER_STEP = re.compile(rf"marker-([0-3])-({'|'.join(ANIMALS)})")
SEAT_STEP = re.compile(r"(?:card|name|gold)-[0-3]")
NAMED = {
    "rondel": p.RONDEL,
    "end": p.END_AT,
    "refresh": p.REFRESH_AT,
    **{f"arrow-{way}": p.ARROW_AT + side for side, way in enumerate(DIRECTIONS)},
    **{f"side-{way}": p.PLATE + side for side, way in enumerate(DIRECTIONS)},
    **{f"supply-{colour}": p.SUPPLY_AT + worker for worker, colour in enumerate(WORKER_COLOURS)},
    **{f"bring-{colour}": p.BRING_AT + worker for worker, colour in enumerate(WORKER_COLOURS)},
    **{f"bag-{colour}": p.BAG_COLOUR_AT + n for n, colour in enumerate(COLOURS)},
}


def why_path(state: State, seat: int, path: Path) -> Why | None:
    """Why these clicks lead to no move; None if there is nothing to say."""
    steps = [place_of(state, seat, step) for step in path[-3:]]
    if not steps or steps[-1] == NOWHERE:
        return None
    first, second, third = (*(step for step in steps if step != NOWHERE), NOWHERE, NOWHERE)[:3]
    return refused(state, lambda told: refuses(state, seat, first, second, third, told))


def place_of(state: State, seat: int, step: str) -> int:
    """The place that an id stands for."""
    if re.fullmatch(r"slot-[1-4]", step):
        return p.LYING + home_quarter(state, seat, int(step[-1]) - 1)
    if found := SPACE_STEP.fullmatch(step):
        space = space_at(int(state.plan), int(found[1]), int(found[2]))
        return NOWHERE if space is None else p.SPACE + space
    if found := MARKER_STEP.fullmatch(step):
        return p.MARKER_AT + int(found[1]) * QUARTER_COUNT + ANIMALS.index(found[2])
    if found := FIGURE_STEP.fullmatch(step):
        return figure_place(state, *found.groups())
    return p.CARD_AT if SEAT_STEP.fullmatch(step) else NAMED.get(step, NOWHERE)


def figure_place(state: State, worker: str, animal: str, colour: str) -> int:
    """Where a worker stands; the supply if there is no such worker on the floor."""
    number = WORKER_COLOURS.index(worker)
    spaces = int(state.workers[number]) & int(state.tiles[COLOURS.index(colour)])
    spaces &= int(QUARTER_SPACES[int(state.plan), ANIMALS.index(animal)])
    return p.STAND + lowest(spaces) if spaces else p.SUPPLY_AT + number
