"""What a choice may set off: all ways to decide in its cascade are followed, as far as there is room for them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from smalti.games.majolica.editions import WORKSHOPS
from smalti.games.majolica.moves import ACTION_COUNT
from smalti.games.majolica.phases import DELIVER, OVER, PUT, RUN
from smalti.games.majolica.rows import kinds
from smalti.games.majolica.rules import actors, apply, legal_moves
from smalti.games.majolica.state import NONE, STATE
from smalti.games.majolica.workshops import ready
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import said, tell
from smalti.kernel.sets import bit, count
from smalti.kernel.state import Numbers, Sheet, State, record_type

MOST = 200
"""So many positions are looked at; of a longer cascade only what was found by then is told."""
SIZE = STATE.itemsize // 4
RAN, KEY, WAITS = range(3)
"""What is kept of each position: the workshops that ran on the way, what tells it from others, who is still to come."""
ROOM = record_type(
    [("memory", np.int32, (MOST * SIZE,)), ("kept", np.int64, (MOST, 3)), ("moves", np.int64, (ACTION_COUNT,))]
)


@kernel
def foresees(view: State, seat: int, room: Sheet, told: Sheet) -> None:
    """Rule 6.11: how far the cascade goes from here."""
    told.n = 0
    if not in_cascade(view, seat):
        return
    sure, possible, designs = look_ahead(view, seat, room)
    known = ready(view, seat) if int(view.phase) == RUN else 0
    if sure & ~known:
        tell(told, kinds.WILL_RUN, seat, NONE, NONE, NONE, NONE, 0, 0, sure & ~known, 611)
    if possible & ~sure & ~known:
        tell(told, kinds.MAY_RUN, seat, NONE, NONE, NONE, NONE, 0, 0, possible & ~sure & ~known, 611)
    if designs:
        said(told, kinds.MAY_FINISH, seat, designs, 704)


@kernel
def look_ahead(state: State, seat: int, room: Sheet) -> tuple[int, int, int]:
    """Section 6: the workshops that run whatever is decided and those that may, as sets; how many designs may be
    finished. Of a cascade that is too long, only those that may run."""
    memory, kept, moves = room.memory, room.kept, room.moves
    places = memory.view(STATE)
    places[0] = state
    kept[0, RAN], kept[0, KEY], kept[0, WAITS] = 0, 0, 0
    sure, possible, designs, found, waiting = bit(WORKSHOPS) - 1, 0, 0, 1, 1
    while waiting:
        waiting -= 1
        at = int(kept[waiting, WAITS])
        ran = int(kept[at, RAN])
        if not in_cascade(places[at], seat):
            sure &= ran
            designs = max(designs, count(int(places[at].finished[seat]) & ~int(state.finished[seat])))
            continue
        for n in range(legal_moves(places[at], seat, moves)):
            if found == MOST:
                return 0, possible, 0
            places[found] = places[at]
            apply(places[found], seat, int(moves[n]))
            kept[found, RAN] = ran | begun(places[found], seat)
            kept[found, KEY] = key_of(memory[found * SIZE : (found + 1) * SIZE], int(kept[found, RAN]))
            if is_new(kept, found):
                possible |= int(kept[found, RAN])
                kept[waiting, WAITS] = found
                waiting += 1
                found += 1
    return sure, possible, designs


@kernel
def is_new(kept: Numbers, found: int) -> bool:
    """Whether no position before it has the same key."""
    for other in range(found):
        if kept[other, KEY] == kept[found, KEY]:
            return False
    return True


@kernel
def in_cascade(state: State, seat: int) -> bool:
    """Whether this seat is still deciding on arriving tiles or a run."""
    return PUT <= int(state.phase) < OVER and actors(state) == bit(seat)


@kernel
def begun(state: State, seat: int) -> int:
    """The workshop whose run begins here, as a set: every run begins with a decision on its first delivery."""
    begins = in_cascade(state, seat) and int(state.phase) == DELIVER and int(state.delivered) == 0
    return bit(int(state.running)) if begins else 0


@kernel
def key_of(numbers: npt.NDArray[np.int32], ran: int) -> int:
    """A position and what ran on the way to it as one number."""
    key = ran
    for number in numbers:
        key = ((key ^ int(number)) * 1000003 ^ key >> 31) & bit(62) - 1
    return key
