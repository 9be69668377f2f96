"""A player's bench: card slots and the City Hall above, four kilns joined by carts below, finished designs in front.

Ids: `bench-SEAT`, `kiln-SEAT-W`, `tile-SEAT-W-LETTER-N` a tile in a workshop, `slot-SEAT-S`, `hand` and
`hand-LETTER-N` what was taken, `finished-SEAT-CARD`, `tokens-SEAT`; workshops and slots count from 1.
"""

from __future__ import annotations

from smalti.games.majolica.card_art import Covered, card, small_card
from smalti.games.majolica.components import CARD_IDS, COLOURS, EDITIONS, TARGET, TILE_LETTERS
from smalti.games.majolica.editions import COLOUR_WORDS, HALL, LETTERS, SLOTS, WORKSHOPS
from smalti.games.majolica.missions import mission_points
from smalti.games.majolica.scoring import design_points, members, token_points
from smalti.games.majolica.state import NONE, OVER, PLACE, PUT
from smalti.games.majolica.tables.paper import CARD
from smalti.games.majolica.tables.room import (
    BENCH,
    CARDS_Y,
    CARTS_H,
    COLUMN,
    KILN_H,
    KILN_Y,
    SHELF_Y,
    TILE,
    TOP_Y,
    column_x,
    shelf_place,
)
from smalti.games.majolica.workshops import has_pattern, ready
from smalti.kernel.once import once
from smalti.kernel.reason import Verbatim
from smalti.kernel.scene import tag, text, use
from smalti.kernel.state import State
from smalti.kernel.words import N_, say, seat_name

TIMES = "\N{MULTIPLICATION SIGN}"


def covered_of(state: State, seat: int, slot: int) -> Covered:
    """The tiles on the card of a slot."""
    return tuple(state.covered[seat, slot].tolist())


def bench(state: State, seat: int, viewer: int, language: str) -> str:
    """The whole bench of a seat."""
    room = use(f"room-{int(state.edition)}", 0, 0, *BENCH)
    return room + heading(state, seat, viewer, language) + workplace(state, seat, language)


@once
def workplace(state: State, seat: int, language: str) -> str:
    """The workshops of a seat with what they work for, and its shelf."""
    hot = ready(state, seat) if seat == int(state.seat) and int(state.phase) >= PUT else 0
    running = int(state.running) if seat == int(state.seat) else NONE
    columns = []
    for w in range(WORKSHOPS):
        target = int(TARGET[int(state.edition), w])
        above = hall_front(state, seat, w, language) if target == HALL else slot(state, seat, target, w, language)
        columns += [above, kiln(state, seat, w, w == running or bool(hot >> w & 1), language)]
    carts = use(f"carts-{int(state.edition)}", 0, TOP_Y - 30, BENCH[0], CARTS_H)
    return "".join([*columns, carts, shelf(state, seat, language)])


# The heading


def heading(state: State, seat: int, viewer: int, language: str) -> str:
    """Whose bench, whose turn, tokens, what is in hand, and the points."""
    name = say(language, N_("You")) if seat == viewer else seat_name(language, seat, 16)
    parts = [text(18, 33, name, class_="title", font_size=23)]
    x = 30 + 12.5 * len(name)
    if int(state.first) == seat and int(state.seats) > 1:
        token = use("brush", x, 7, 36)
        parts.append(tag("g", token, id="first", aria_label=say(language, N_("first player of this round"))))
        x += 42
    parts.append(tokens(state, seat, x, language))
    if int(state.seat) == seat and int(state.phase) != OVER:
        parts.append(tag("rect", class_="lit", x=1.5, y=1.5, width=BENCH[0] - 3, height=BENCH[1] - 3, rx=12))
        parts.append(hand(state, language))
    points = int(design_points(state, seat) + token_points(state, seat) + mission_points(state, seat))
    score = text(BENCH[0] - 20, 35, str(points), class_="title gold", font_size=30, text_anchor="end")
    label = say(language, N_("{points} points"), {"points": points})
    return "".join(parts) + tag("g", score, id=f"score-{seat}", aria_label=label)


def tokens(state: State, seat: int, x: float, language: str) -> str:
    """One-point and Bloom tokens, with their number."""
    drawn = []
    for symbol, n in (("one", int(state.ones[seat])), ("bloom", int(state.bloom[seat]))):
        if n:
            drawn.append(use(symbol, x, 10, 30))
            drawn.append(text(x + 33, 31, f"{TIMES}{n}", font_size=16) if n > 1 else "")
            x += 62 if n > 1 else 36
    facts = {"ones": int(state.ones[seat]), "bloom": int(state.bloom[seat])}
    label = say(language, N_("tokens: {ones} of one point, {bloom} Bloom"), facts)
    return tag("g", *drawn, id=f"tokens-{seat}", aria_label=label)


def hand(state: State, language: str) -> str:
    """The tiles that were taken and not yet put."""
    letters = letters_in_hand(state)
    if not letters:
        return ""
    left, seen, tiles = BENCH[0] - 80 - len(letters) * 42, dict.fromkeys(LETTERS, 0), []
    for n, letter in enumerate(letters):
        name = f"hand-{letter}-{seen[letter]}"
        seen[letter] += 1
        tiles.append(use(f"tile-{letter}", left + n * 42, 9, 36, id=name, aria_label=tile_word(letter, language)))
    words = say(language, N_("In hand"))
    back = tag("rect", x=left - 84, y=6, width=len(letters) * 42 + 88, height=42, rx=9, fill="var(--shade)")
    return tag(
        "g", back, text(left - 8, 32, words, font_size=16, text_anchor="end"), *tiles, id="hand", aria_label=words
    )


def tile_word(letter: str, language: str) -> str:
    """The word of a tile's colour."""
    return say(language, COLOUR_WORDS[TILE_LETTERS.index(letter)])


# Cards and workshops


def slot(state: State, seat: int, number: int, workshop: int, language: str) -> str:
    """A slot above a workshop, with its card if there is one."""
    x, taken = column_x(workshop), int(state.slots[seat, number])
    if taken != NONE:
        inside = card(int(state.edition), taken, covered_of(state, seat, number), language)
        label = say(
            language,
            N_("slot {slot}: design {card}"),
            {"slot": number + 1, "card": Verbatim(CARD_IDS[int(state.edition)][taken])},
        )
    else:
        label = say(language, N_("slot {slot}: free"), {"slot": number + 1})
        box = tag("rect", class_="empty", x=3, y=3, width=CARD[0] - 7, height=CARD[1] - 8, rx=8)
        inside = (
            tag("rect", x=1, y=1, width=CARD[0] - 2, height=CARD[1] - 4, rx=8, fill="var(--shade)", fill_opacity=0.3)
            + box
        )
        inside += text(
            CARD[0] / 2, 58, say(language, N_("free slot")), class_="soft", font_size=14, text_anchor="middle"
        )
    return tag(
        "g", inside, clip(), id=f"slot-{seat}-{number + 1}", aria_label=label, transform=f"translate({x:g} {CARDS_Y})"
    )


def clip() -> str:
    """The clip that holds a card to the rail."""
    return tag("path", d=f"M{CARD[0] / 2 - 12:g} -5h24v10q0 3-3 3h-18q-3 0-3-3Z", fill="#3f444a")


def hall_front(state: State, seat: int, workshop: int, language: str) -> str:
    """The City Hall that the last workshop works for, with the piece it earns next."""
    x, purples, ones = column_x(workshop), int(state.hall_purples), int(state.hall_ones)
    front = use("hall-front", x + 3, CARDS_Y + 1, 144, 111)
    if purples:
        piece = use("tile-P", x + 45, CARDS_Y + 53, 36) + text(
            x + 88, CARDS_Y + 78, f"{TIMES}{purples}", class_="on-wood", font_size=17
        )
    elif ones:
        piece = use("one", x + 43, CARDS_Y + 53, 38) + text(
            x + 88, CARDS_Y + 78, f"{TIMES}{ones}", class_="on-wood", font_size=17
        )
    else:
        piece = ""
    label = say(language, N_("the City Hall"))
    return tag("g", front, piece, id=f"hall-{seat}", aria_label=label)


def kiln(state: State, seat: int, workshop: int, hot: bool, language: str) -> str:
    """A workshop: its number, the tiles on its shelves, and the pattern it waits for."""
    plan = EDITIONS[int(state.edition)].workshops[workshop]
    held = [(kind, n) for kind, most in enumerate(state.tiles[seat, workshop].tolist()) for n in range(most)]
    label = kiln_label(state, seat, workshop, language)
    moved = f"translate({column_x(workshop):g} {KILN_Y})"
    oven = use("kiln-hot" if hot else "kiln-cold", 0, 0, COLUMN, KILN_H)
    oven += use(f"face-{int(state.edition)}-{workshop}", 0, 0, COLUMN, KILN_H)
    waits = not hot and len(held) == plan.capacity and has_pattern(state, seat, workshop)
    fire = use("flame" if hot else "wait", 104, 8, 30) if hot or waits else ""
    tiles = "".join(kiln_tiles(seat, workshop, held, plan.capacity, language))
    if seat == int(state.seat) and int(state.phase) in (PLACE, PUT):
        tiles += "".join(free_places(seat, workshop, len(held), plan.capacity))
    return tag("g", oven, fire, tiles, id=f"kiln-{seat}-{workshop + 1}", aria_label=label, transform=moved)


def kiln_tiles(seat: int, workshop: int, held: list[tuple[int, int]], capacity: int, language: str) -> list[str]:
    """Tiles on two shelves; what is too much sticks out below, between the carts."""
    last = max(0, len(held) - capacity - 1)
    step = min(29, 84 / max(1, last))
    drawn = []
    for n, (kind, again) in enumerate(held):
        letter, over = TILE_LETTERS[kind], n - capacity
        x, y, size = (
            (57 + (over - last / 2) * step, KILN_H - 13, 32) if over >= 0 else (*shelf_place(n, capacity), TILE)
        )
        name = f"tile-{seat}-{workshop + 1}-{letter}-{again}"
        drawn.append(use(f"tile-{letter}", x, y, size, id=name, aria_label=tile_word(letter, language)))
    return drawn


def free_places(seat: int, workshop: int, held: int, capacity: int) -> list[str]:
    """The empty places of a kiln, for the ghosts of tiles that would come."""
    drawn = []
    for n in range(held, capacity):
        x, y = shelf_place(n, capacity)
        drawn.append(tag("rect", id=place_id(seat, workshop, n), x=x, y=y, width=TILE, height=TILE, fill="none"))
    return drawn


def place_id(seat: int, workshop: int, n: int) -> str:
    """The id of an empty place of a kiln."""
    return f"place-{seat}-{workshop + 1}-{n}"


def letters_in_hand(state: State) -> list[str]:
    """The tiles taken and not yet put, and the bonus tile."""
    letters = [LETTERS[c] for c in range(COLOURS) for _ in range(int(state.hand[c]))]
    return letters + ([LETTERS[int(state.bonus_tile)]] if int(state.bonus_tile) != NONE else [])


def kiln_label(state: State, seat: int, workshop: int, language: str) -> str:
    """A workshop in words."""
    held = [(n, COLOUR_WORDS[k]) for k, n in enumerate(state.tiles[seat, workshop].tolist()) if n]
    words = ", ".join(f"{n} {say(language, word)}" for n, word in held) or say(language, N_("empty"))
    pattern = Verbatim(":".join(map(str, EDITIONS[int(state.edition)].workshops[workshop].pattern)))
    facts = {"workshop": workshop + 1, "tiles": Verbatim(words), "pattern": pattern}
    return say(language, N_("workshop {workshop}: {tiles}; it waits for {pattern}"), facts)


def shelf(state: State, seat: int, language: str) -> str:
    """The finished designs in front of the bench."""
    edition, done = int(state.edition), members(int(state.finished[seat]))
    words = say(language, N_("Finished"))
    head = text(20, SHELF_Y + 30, words, class_="soft", font_size=16)
    step = min(46.0, (BENCH[0] - 150) / max(1, len(done)))
    cards = [
        small_card(edition, one, 126 + n * step, SHELF_Y, f"finished-{seat}-{CARD_IDS[edition][one]}", language)
        for n, one in enumerate(done)
    ]
    if not cards:
        cards = [tag("path", class_="line", d=f"M126 {SHELF_Y + 25}h24", stroke_opacity=0.6)]
    return head + "".join(cards)


assert SLOTS == WORKSHOPS - 1
