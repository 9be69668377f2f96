"""What a choice does and what follows at once, in words; the whole cascade would take too long for every move."""

from __future__ import annotations

from smalti.games.majolica.cascade import after, in_cascade, started
from smalti.games.majolica.components import CAPACITY, CARD_POINTS, COLOURS
from smalti.games.majolica.moves import decode
from smalti.games.majolica.names import card_name
from smalti.games.majolica.scoring import members
from smalti.games.majolica.sentences import describe
from smalti.games.majolica.state import BONUS, BONUS_AFTER, DELIVER, EXCESS, FRAGMENT, RUN
from smalti.games.majolica.workshops import held, overflowing
from smalti.kernel.reason import Verbatim
from smalti.kernel.state import State
from smalti.kernel.words import N_, say

QUIET = ("run-take", "card-take", "order-take", "all-take", "solo-card-take", "solo-order-take", "pick", "store")
"""Moves that set nothing off by themselves."""
NEXT_STEP = {
    RUN: N_("several workshops are ready then"),
    EXCESS: N_("workshop {workshop} overflows by {n}"),
    FRAGMENT: N_("then one tile is fragmented"),
    BONUS: N_("then a bonus tile"),
    BONUS_AFTER: N_("then a bonus tile"),
    DELIVER: N_("up to {n} more"),
}


def label(state: State, seat: int, move: int, language: str) -> str:
    """A move as a sentence, and what it sets off at once."""
    words = describe(state, seat, move, language)
    rest = follows(state, seat, move, language)
    return f"{words}; {rest}" if rest else words


def follows(state: State, seat: int, move: int, language: str) -> str:
    """What happens by itself after a move, up to the next decision; nothing if nothing does."""
    kind, _ = decode(move)
    if kind in QUIET or (kind == "discard" and int(state.phase) != EXCESS):
        return ""
    first = after(state, seat, move)
    edition = int(state.edition)
    parts = []
    for card in members(int(first.finished[seat]) & ~int(state.finished[seat])):
        facts = {"card": Verbatim(card_name(state, card)), "points": int(CARD_POINTS[edition, card])}
        parts.append(say(language, N_("finishes design {card}: {points} points"), facts))
    if in_cascade(first, seat):
        parts.append(cascade_words(state, seat, first, language))
    return ", ".join(part for part in parts if part)


def cascade_words(state: State, seat: int, first: State, language: str) -> str:
    """What is decided next: a run that begins, or a step of one."""
    phase, facts = int(first.phase), {"workshop": int(first.running) + 1, "n": int(first.further)}
    if started(first, seat):
        facts["n"] = min(facts["n"], sum(int(n) for n in first.tiles[seat, int(first.running), :COLOURS]))
        more = N_("workshop {workshop} runs: deliver up to {n}")
        return say(language, more if facts["n"] > 1 else N_("workshop {workshop} runs"), facts)
    if phase == EXCESS:
        over = overflowing(first, seat)
        facts = {"workshop": over + 1, "n": held(first, seat, over) - int(CAPACITY[int(state.edition), over])}
    return say(language, NEXT_STEP[phase], facts) if phase in NEXT_STEP else ""
