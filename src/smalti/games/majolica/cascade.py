"""A cascade before it is started: which workshops a move would set off, and what would be decided next."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import and_, or_

from smalti.games.majolica.reasons import legal
from smalti.games.majolica.rules import actors, apply, is_over
from smalti.games.majolica.scoring import members
from smalti.games.majolica.sentences import ask
from smalti.games.majolica.state import DELIVER, PUT
from smalti.kernel.reason import Verbatim
from smalti.kernel.sets import bit, count
from smalti.kernel.state import State, copy_state, state_bytes
from smalti.kernel.words import N_, say

MOST_POSITIONS = 200


@dataclass(frozen=True)
class Preview:
    """What a move would set off in this turn, whatever is decided on the way."""

    sure: tuple[int, ...]
    """The workshops that would run in any case, counted from 1; only the first one if not every way was looked at."""
    possible: tuple[int, ...]
    """Those that could run, depending on the decisions."""
    designs: tuple[int, int]
    """The fewest and the most designs that the ways looked at finish by this turn's end or the next part of it."""
    choices: tuple[int, ...]
    """The moves that could be made next in the cascade; none when it is over with this move."""
    question: str
    """What would be asked next, in words; empty when the cascade is over."""
    complete: bool
    """Whether every way was looked at."""

    def say(self, language: str, told: tuple[int, ...] = (), done: int = 0) -> str:
        """The preview in a few words, without the workshops and designs told of already."""
        perhaps = [w for w in self.possible if w not in self.sure + told]
        parts = []
        if sure := [w for w in self.sure if w not in told]:
            names = Verbatim(", ".join(map(str, sure)))
            parts.append(say(language, N_("workshop {workshops} runs in any case"), {"workshops": names}))
        if perhaps:
            names = Verbatim(", ".join(map(str, perhaps)))
            parts.append(say(language, N_("workshop {workshops} may run"), {"workshops": names}))
        if self.complete and self.designs[1] > done:
            parts.append(say(language, N_("designs finished: up to {n}"), {"n": self.designs[1]}))
        return ", ".join(parts)


def preview(state: State, seat: int, move: int, language: str = "en", most: int = MOST_POSITIONS) -> Preview:
    """Section 6: follows a legal move through all decisions of its cascade, up to a number of positions."""
    first = after(state, seat, move)
    begun = first, started(first, seat)
    rest, ends, complete = [begun], [], True
    seen = {(state_bytes(first), begun[1])}
    while rest:
        here, ran = rest.pop()
        if not in_cascade(here, seat):
            ends.append((here, ran))
            continue
        for step in legal(here, seat):
            if len(seen) >= most:
                complete = False
                break
            there = after(here, seat, step)
            one = there, ran | started(there, seat)
            key = state_bytes(there), one[1]
            if key not in seen:
                seen.add(key)
                rest.append(one)
    possible = reduce(or_, (ran for _, ran in seen))
    sure = reduce(and_, (ran for _, ran in ends), possible) if complete else begun[1]
    finished = [count(int(end.finished[seat])) - count(int(state.finished[seat])) for end, _ in ends] or [0]
    deciding = in_cascade(first, seat)
    return Preview(
        tuple(workshop + 1 for workshop in members(sure)),
        tuple(workshop + 1 for workshop in members(possible)),
        (min(finished), max(finished)),
        tuple(legal(first, seat)) if deciding else (),
        ask(first, seat, language) if deciding else "",
        complete,
    )


def after(state: State, seat: int, move: int) -> State:
    """The position after a move, in a record of its own."""
    twin = copy_state(state)
    apply(twin, seat, move)
    return twin


def in_cascade(state: State, seat: int) -> bool:
    """Whether this seat is still deciding on arriving tiles or a run."""
    return not is_over(state) and int(state.phase) >= PUT and actors(state) == bit(seat)


def started(state: State, seat: int) -> int:
    """The workshop whose run begins here, as a set: every run begins with a decision on its first delivery."""
    begins = in_cascade(state, seat) and int(state.phase) == DELIVER and int(state.delivered) == 0
    return bit(int(state.running)) if begins else 0
