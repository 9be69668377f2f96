"""The entries of a record, both ways, and what a stranger may have put there."""

from __future__ import annotations

from typing import Any

import pytest

from smalti.games.mosaix.game import MOSAIX
from smalti.kernel.errors import IllegalMove, InvalidNotation
from smalti.kernel.game import CHANCE, Entry
from tests.games.mosaix.table import FRESH_O, FRESH_T, FRESH_X, FULL, HOLE_OF_FOUR, at

TWO = f"{FRESH_O},{FRESH_T}"
SQUARE: list[list[Any]] = [[0, 0, "circle"], [0, 1, "circle"], [1, 0, "triangle"], [1, 1, "cross"]]
CORNER: list[list[Any]] = [[5, 6, "circle"], [5, 7, "circle"], [6, 6, "triangle"], [6, 7, "cross"]]

READABLE: list[tuple[str, Entry]] = [
    (f"{TWO} start", {"by": "chance", "do": "start", "seat": 1}),
    (f"{TWO} roll:0", {"by": "chance", "do": "roll", "dice": ["circle", "circle", "triangle", "cross"]}),
    (f"{TWO} form:0:ootx", {"by": 0, "do": "form", "cells": SQUARE}),
    (f"{TWO} enter:0:oo/tx:-,-", {"by": 1, "do": "enter", "cells": CORNER}),
    (f"{FRESH_O},{HOLE_OF_FOUR} enter:0:ootx:-,-", {"by": 1, "do": "skip"}),
    (f"{FRESH_X} form:0:ootx", {"by": 0, "do": "stop"}),
    (f"{FRESH_X} roll:0", {"by": 0, "do": "stop"}),
]


@pytest.mark.parametrize(("text", "entry"), READABLE, ids=[entry["do"] for _, entry in READABLE])
def test_every_entry_of_the_table_is_read_and_written(text: str, entry: Entry) -> None:
    position = at(text)

    by, move = MOSAIX.text.read_entry(position.state, entry)

    assert by == (CHANCE if entry["by"] == "chance" else entry["by"])
    assert MOSAIX.text.write_entry(position.state, by, move) == entry


def test_dice_may_be_written_in_any_order() -> None:
    """Mosaix 3.2: four dice that were rolled, whichever comes first."""
    rolling, laying, entering = at(f"{TWO} roll:0"), at(f"{TWO} form:0:ootx"), at(f"{TWO} enter:0:oo/tx:-,-")

    def same(position: Any, field: str, do: str, by: object, values: list[Any]) -> bool:
        one, two = ({"by": by, "do": do, field: order} for order in (values, values[::-1]))
        return bool(MOSAIX.text.read_entry(position.state, one) == MOSAIX.text.read_entry(position.state, two))

    assert same(rolling, "dice", "roll", "chance", ["circle", "cross", "triangle", "circle"])
    assert same(laying, "cells", "form", 0, SQUARE)
    assert same(entering, "cells", "enter", 0, CORNER)


def test_a_formation_may_be_written_turned() -> None:
    """Mosaix 3.4: a turned shape is still the same shape."""
    turned = [[0, 0, "triangle"], [0, 1, "circle"], [1, 0, "cross"], [1, 1, "circle"]]
    state = at(f"{TWO} form:0:ootx").state

    one, two = (MOSAIX.text.read_entry(state, {"by": 0, "do": "form", "cells": cells}) for cells in (SQUARE, turned))

    assert one == two


def test_a_formation_starts_at_row_and_column_0() -> None:
    moved = [[r, c + 1, symbol] for r, c, symbol in SQUARE]
    with pytest.raises(InvalidNotation, match="smallest"):
        MOSAIX.text.read_entry(at(f"{TWO} form:0:ootx").state, {"by": 0, "do": "form", "cells": moved})


REFUSED: list[tuple[str, Entry, str]] = [
    (f"{TWO} form:0:ootx", {"by": 0, "do": "form", "cells": [*SQUARE[:3], [1, 1, "circle"]]}, "3.2"),
    (f"{TWO} form:0:ootx", {"by": 0, "do": "form", "cells": [*SQUARE[:3], [2, 2, "cross"]]}, "3.3"),
    (f"{TWO} form:0:ootx", {"by": 0, "do": "form", "cells": [*SQUARE[:3], [0, 0, "cross"]]}, "3.3"),
    (f"{TWO} enter:0:oo/tx:-,-", {"by": 0, "do": "enter", "cells": [*CORNER[:3], [6, 7, "circle"]]}, "4.3"),
    (f"{TWO} enter:0:oo/tx:-,-", {"by": 0, "do": "enter", "cells": [*CORNER[:3], [5, 6, "cross"]]}, "4.3"),
    (f"{TWO} enter:0:oo/tx:x:a1,-", {"by": 0, "do": "enter", "cells": CORNER}, "4.1"),
    (f"{TWO} enter:0:oo/tx:-,-", {"by": 0, "do": "skip"}, "4.8"),
    (f"{TWO} form:0:ootx", {"by": 0, "do": "enter", "cells": CORNER}, "2.3"),
    (f"{TWO} form:0:ootx", {"by": 0, "do": "stop"}, "7.6"),
    (f"{TWO} roll:0", {"by": "chance", "do": "start", "seat": 0}, "2.2"),
    (f"{TWO} start", {"by": "chance", "do": "roll", "dice": ["circle"] * 4}, "2.2"),
    (f"{FULL},{FRESH_T} over", {"by": 1, "do": "enter", "cells": CORNER}, "5.5"),
    (f"{FULL},{FRESH_T} over", {"by": "chance", "do": "roll", "dice": ["circle"] * 4}, "5.5"),
]


@pytest.mark.parametrize(("text", "entry", "clause"), REFUSED)
def test_an_entry_that_a_rule_forbids_names_the_clause(text: str, entry: Entry, clause: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        MOSAIX.text.read_entry(at(text).state, entry)

    assert refused.value.reason.clause == clause


ENTERING = f"{TWO} enter:0:oo/tx:-,-"
UNREADABLE: list[tuple[str, Entry]] = [
    (ENTERING, {}),
    (ENTERING, {"by": 2, "do": "skip"}),
    (ENTERING, {"by": -1, "do": "skip"}),
    (ENTERING, {"by": True, "do": "skip"}),
    (ENTERING, {"by": "Ann", "do": "skip"}),
    (ENTERING, {"by": 10**400, "do": "skip"}),
    (ENTERING, {"by": 0, "do": "dance"}),
    (ENTERING, {"by": 0, "do": ["skip"]}),
    (ENTERING, {"by": 0, "do": "enter"}),
    (ENTERING, {"by": 0, "do": "enter", "cells": "abcd"}),
    (ENTERING, {"by": 0, "do": "enter", "cells": CORNER[:3]}),
    (ENTERING, {"by": 0, "do": "enter", "cells": [*CORNER, CORNER[0]]}),
    (ENTERING, {"by": 0, "do": "enter", "cells": [*CORNER[:3], [6, 7]]}),
    (ENTERING, {"by": 0, "do": "enter", "cells": [*CORNER[:3], [6, 7, "square"]]}),
    (ENTERING, {"by": 0, "do": "enter", "cells": [*CORNER[:3], [6, 7, ["cross"]]]}),
    (ENTERING, {"by": 0, "do": "enter", "cells": [*CORNER[:3], [6.0, 7, "cross"]]}),
    (ENTERING, {"by": 0, "do": "enter", "cells": [*CORNER[:3], [True, 7, "cross"]]}),
    (ENTERING, {"by": 0, "do": "enter", "cells": [*CORNER[:3], [6, 10**400, "cross"]]}),
    (ENTERING, {"by": 0, "do": "enter", "cells": [*CORNER[:3], [-(10**400), 7, "cross"]]}),
    (f"{TWO} start", {"by": "chance", "do": "start", "seat": 2}),
    (f"{TWO} start", {"by": "chance", "do": "start", "seat": "0"}),
    (f"{TWO} start", {"by": "chance", "do": "start"}),
    (f"{TWO} roll:0", {"by": "chance", "do": "roll"}),
    (f"{TWO} roll:0", {"by": "chance", "do": "roll", "dice": ["circle"] * 5}),
    (f"{TWO} roll:0", {"by": "chance", "do": "roll", "dice": ["circle"] * 3 + ["square"]}),
    (f"{TWO} roll:0", {"by": "chance", "do": "roll", "dice": ["circle"] * 3 + [["cross"]]}),
]


@pytest.mark.parametrize(("text", "entry"), UNREADABLE, ids=range(len(UNREADABLE)))
def test_an_entry_that_cannot_be_read_says_what_was_expected(text: str, entry: Entry) -> None:
    with pytest.raises(InvalidNotation, match="expected") as refused:
        MOSAIX.text.read_entry(at(text).state, entry)

    assert len(str(refused.value)) < 200
