"""What a choice does and what follows, in words: at once, and as far ahead in the cascade as there is time for."""

from __future__ import annotations

from smalti.games.majolica.cascade import after, in_cascade, preview, started
from smalti.games.majolica.components import BLANK, CAPACITY, CARD_POINTS, CARD_SPACES, COLOURS, TARGET
from smalti.games.majolica.editions import SLOTS, WORKSHOPS
from smalti.games.majolica.moves import decode
from smalti.games.majolica.names import card_name
from smalti.games.majolica.scoring import members
from smalti.games.majolica.sentences import describe
from smalti.games.majolica.state import BONUS, BONUS_AFTER, DELIVER, EXCESS, FRAGMENT, RUN, START_CARD
from smalti.games.majolica.workshops import has_pattern, held, overflowing
from smalti.kernel.reason import Verbatim
from smalti.kernel.state import State
from smalti.kernel.words import N_, say

LOOK_AHEAD = 36
"""How many positions of cascades are looked at for one picture."""
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


def labels(state: State, seat: int, moves: list[int], language: str) -> list[str]:
    """Moves as sentences with what they set off; those that set something off share the time for looking ahead."""
    loud = sum(not is_quiet(state, seat, move) for move in moves)
    return [label(state, seat, move, language, LOOK_AHEAD // max(1, loud)) for move in moves]


def label(state: State, seat: int, move: int, language: str, most: int) -> str:
    """A move as a sentence, and what it sets off; at most that many positions are looked at."""
    words = describe(state, seat, move, language)
    rest = follows(state, seat, move, language, most)
    return f"{words}; {rest}" if rest else words


def follows(state: State, seat: int, move: int, language: str, most: int) -> str:
    """What happens by itself after a move up to the next decision, and what may run later; nothing if nothing does."""
    if is_quiet(state, seat, move):
        return ""
    first = after(state, seat, move)
    edition = int(state.edition)
    parts, done = [], members(int(first.finished[seat]) & ~int(state.finished[seat]))
    for card in done:
        facts = {"card": Verbatim(card_name(state, card)), "points": int(CARD_POINTS[edition, card])}
        parts.append(say(language, N_("finishes design {card}: {points} points"), facts))
    if in_cascade(first, seat):
        told = tuple(workshop + 1 for workshop in members(started(first, seat)))
        parts.append(cascade_words(state, seat, first, language))
        parts.append(preview(state, seat, move, language, most).say(language, told, len(done)))
    return ", ".join(part for part in parts if part)


def is_quiet(state: State, seat: int, move: int) -> bool:
    """Whether a move surely sets nothing off; told at a glance, since there are many such moves."""
    kind, number = decode(move)
    if kind == "install":
        card, slot = divmod(number, SLOTS)
        return int(state.phase) == START_CARD or not wakes(state, seat, card, slot)
    if kind == "order":
        return not any(has_pattern(state, seat, workshop) for workshop in range(WORKSHOPS))
    return kind in QUIET or (kind == "discard" and int(state.phase) != EXCESS)


def wakes(state: State, seat: int, card: int, slot: int) -> bool:
    """Rule 6.4: whether a card would start the workshop below a slot."""
    edition = int(state.edition)
    below = next(workshop for workshop in range(WORKSHOPS) if int(TARGET[edition, workshop]) == slot)
    tiles, spaces = state.tiles[seat, below].tolist(), CARD_SPACES[edition, card].tolist()
    fits = any(n and (spaces[colour] or spaces[BLANK]) for colour, n in enumerate(tiles[:COLOURS]))
    return fits and sum(tiles) == int(CAPACITY[edition, below]) and bool(has_pattern(state, seat, below))


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
