"""Records: what a stranger's log may say, and what is refused."""

from __future__ import annotations

import pytest

from smalti.games.majolica.game import MAJOLICA
from smalti.kernel.errors import IllegalMove, InvalidNotation, SmaltiError
from smalti.kernel.game import CHANCE, Entry
from smalti.kernel.position import Position, carried
from smalti.kernel.seeing import describe
from tests.games.majolica.table import FULL, NOBODY, placing, play, position


def read(here: Position, entry: Entry) -> int:
    return MAJOLICA.text.read_entry(here.state, entry)[1]


def enter(here: Position, entry: Entry) -> Position:
    by, move = MAJOLICA.text.read_entry(here.state, entry)
    return carried(here, by, move)


def chance(do: str, **fields: object) -> Entry:
    return {"by": "chance", "do": do, **fields}


def test_the_set_up_is_read_in_any_order() -> None:
    """Majolica 2.4 and 13.1: deals, installs, missions and the grid may come as a table had them."""
    here = Position.new(MAJOLICA, 2, {"expansions": ["missions"]})
    here = enter(here, chance("start", seat=1))
    here = enter(here, chance("deal", seat=0, card="S2"))
    here = enter(here, {"by": 0, "do": "install", "card": "S2", "slot": 3})
    here = enter(here, chance("missions", cards=["M1", "M4", "M7"]))
    here = enter(here, {"by": 0, "do": "mission", "card": "M4"})
    here = enter(here, chance("grid", tiles=[list(row) for row in FULL.split("/")]))
    for card in ("D01", "D02", "D03", "D04", "D05", "D06"):
        here = enter(here, chance("card", card=card))
    here = enter(here, chance("deal", seat=1, card="S1"))
    here = enter(here, {"by": 1, "do": "install", "card": "S1", "slot": 1})
    here = enter(here, {"by": 1, "do": "mission", "card": "M7"})

    assert here.actors() == (1,)
    assert str(here).split()[1] == "take:1"


@pytest.mark.parametrize(
    "entry",
    [
        chance("start", seat=0),
        chance("deal", seat=0, card="D01"),
        chance("card", card="S1"),
        chance("card", card=7),
        chance("grid", tiles=[["R"] * 4] * 4),
        chance("grid", tiles="RGBY"),
        chance("reveal", tiles=["R", "R", "G", "G"]),
        chance("reveal", tiles=[["R"]]),
        chance("missions", cards=["M1"]),
        chance("missions", cards=None),
        {"by": 0, "do": "install", "card": "S1", "slot": 1},
        {"by": 0, "do": "mission", "card": "M1"},
        {"by": 0, "do": "take", "how": "run", "cells": [[0, 0]]},
    ],
)
def test_wrong_set_up_entries_are_refused(entry: Entry) -> None:
    here = enter(Position.new(MAJOLICA, 2), chance("start", seat=1))
    with pytest.raises(SmaltiError):
        read(here, entry)


@pytest.mark.parametrize(
    "entry",
    [
        {"how": "run", "cells": [[0, 0], [0, 2]]},
        {"how": "run", "cells": [[0, 0], [0, 0]]},
        {"how": "run", "cells": []},
        {"how": "run", "cells": [[0, 9]]},
        {"how": "card", "cells": [[0, 0], [0, 1]]},
        {"how": "dance", "cells": [[0, 0]]},
    ],
)
def test_wrong_takes_are_refused(entry: Entry) -> None:
    here = position(f"{NOBODY}|{NOBODY} take:0 grid={FULL} display=D01")
    with pytest.raises(SmaltiError):
        read(here, {"by": 0, "do": "take", **entry})


def test_a_run_may_be_listed_in_any_order() -> None:
    here = position(f"{NOBODY}|{NOBODY} take:0 grid={FULL}")
    cells = [[0, 3], [0, 1], [0, 0], [0, 2]]

    assert MAJOLICA.text.write_move(
        here.state, 0, read(here, {"by": 0, "do": "take", "how": "run", "cells": cells})
    ) == ("take a1 b1 c1 d1")


def test_solo_takes_name_their_tiles() -> None:
    """Majolica 14.3: all four, or one that was revealed."""
    here = position("-/-/-/-;-,-,- take:0 up=RRGY down=RRGGGBBBBYYY display=D01")

    assert read(here, {"by": 0, "do": "take", "how": "run", "tiles": ["Y", "R", "G", "R"]}) == 96
    for tiles in (["R", "G", "B", "Y"], "RRGY", [1]):
        with pytest.raises(SmaltiError):
            read(here, {"by": 0, "do": "take", "how": "run", "tiles": tiles})
    with pytest.raises(IllegalMove):
        read(here, {"by": 0, "do": "take", "how": "card", "tiles": ["R", "G"]})


def test_purple_is_refused_by_its_clause() -> None:
    """Majolica 8.5: never delivered, never fragmented."""
    here = play(placing("-/-/RRP/-;-,-,S1", "G"), "put 3")
    with pytest.raises(IllegalMove, match=r"8\.5"):
        read(here, {"by": 0, "do": "deliver", "tile": "P"})
    with pytest.raises(IllegalMove, match=r"8\.5"):
        read(play(here, "deliver G"), {"by": 0, "do": "fragment", "tile": "P", "to": "supply"})


def test_declining_before_is_read_as_declining_after_where_they_are_the_same() -> None:
    """Majolica 7.6: nothing lies between the two."""
    here = play(placing("-/-/RRB/-;-,-,D07:RGB", "B"), "put 3", "deliver R", "fragment R")
    entries: list[Entry] = [{"by": 0, "do": "bonus", "tile": None, "when": when} for when in ("before", "after")]

    assert read(here, entries[0]) == read(here, entries[1])


def test_a_rearrangement_names_the_own_cards() -> None:
    here = placing("-/-/-/-;S1,-,D01", "R", due="tiles+order")

    assert read(here, {"by": 0, "do": "rearrange", "slots": [None, "S1", "D01"]}) > 0
    for slots in ([None, None, None], ["S1"], ["S1", "D01", "D02"], None):
        with pytest.raises(SmaltiError):
            read(here, {"by": 0, "do": "rearrange", "slots": slots})


@pytest.mark.parametrize(
    "text",
    ["take", "take a9", "take a1 + dance", "put", "put 9", "install D01", "order S1", "store X", "discard 1",
     "deliver P", "fragment X", "bonus R never", "mission M99", "run 7", "install D99 1"],
)  # fmt: skip
def test_text_that_is_no_move(text: str) -> None:
    here = position(f"{NOBODY}|{NOBODY} take:0 grid={FULL}")
    with pytest.raises(InvalidNotation):
        MAJOLICA.text.parse_move(here.state, 0, text)


@pytest.mark.parametrize(
    "text",
    ["-/-/-/-;-,-,-", "-/-/-;-,-,- take:0", "-/-/-/-;S9,-,- take:0", "X/-/-/-;-,-,- take:0",
     "-/-/-/-;-,-,- dance:0", "-/-/-/-;-,-,- take:3", "-/-/-/-;-,-,-;luck:1 take:0", "-/-/-/-;-,-,- take:0 x=1",
     "-/-/-/-;-,-,- take:0 grid=RGB", "-/-/-/-;-,-,- take:0 hall=x", "-/-/-/-;-,-,- take:0 round=x",
     "-/-/-/-;-,-,- take:0 display=D01,D01"],
)  # fmt: skip
def test_text_that_is_no_position(text: str) -> None:
    with pytest.raises(InvalidNotation):
        MAJOLICA.text.parse_position(text)


def test_outcomes_are_read_only_where_chance_is_next() -> None:
    """Majolica 3.2: nothing is turned up in the middle of a turn, or after the end."""
    here = position(f"{NOBODY}|{NOBODY} take:0 grid={FULL}")
    for state in (here.state, position(f"{NOBODY}|{NOBODY} over:0").state):
        with pytest.raises(IllegalMove):
            MAJOLICA.text.read_entry(state, chance("card", card="D01"))
    assert describe(MAJOLICA, here.state, CHANCE, 0) == "Seat 1 is the first player"
