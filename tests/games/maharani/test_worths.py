"""What a space costs and earns for a tile, shown while choosing."""

from __future__ import annotations

from smalti.games.maharani.components import ANIMALS
from smalti.games.maharani.game import MAHARANI
from smalti.games.maharani.plans import SPACES
from smalti.games.maharani.rows.looks import WORTH_LOOK
from smalti.games.maharani.rows.places import LYING, WORTH_AT
from smalti.games.maharani.tables.names import space_name
from smalti.kernel.reader import reader
from smalti.kernel.seeing import stage_of

LESSON = MAHARANI.tables.lesson
FREE, FREE_WORKER, MARKER, MARKER_WORKER = range(4)


def worths(text: str, animal: str) -> dict[str, tuple[int, int]]:
    """By space: what it costs for the tile in front of a quarter, and the gold."""
    view = MAHARANI.text.parse_position(text)
    first = WORTH_AT + ANIMALS.index(animal) * SPACES
    return {
        space_name(0, piece.place - first): (piece.look - WORTH_LOOK, piece.number)
        for piece in reader(MAHARANI).offers(view, 0)
        if first <= piece.place < first + SPACES
    }


def test_free_marker_and_worker_spaces_are_told_apart_with_their_gold() -> None:
    """Maharani 4.2, 4.3, 5.2 and 6.1."""
    assert LESSON is not None
    found = worths(LESSON.position, "elephant")
    assert found["c8"] == (FREE_WORKER, 3)
    assert found["h8"] == (MARKER_WORKER, 1)
    assert set(found) == {"b2", "i2", "c3", "h3", "c8", "h8", "i9"}
    across = worths(LESSON.position, "monkey")
    assert across["f8"] == (MARKER, 3)
    assert across["f2"] == (FREE, 1)


def test_with_the_marker_face_down_only_the_own_quarter_is_left() -> None:
    """Maharani 4.4."""
    assert LESSON is not None
    found = worths(LESSON.position.replace("lmpe,lmpe", "lmp,lmpe"), "elephant")
    assert set(found) == {"c8"}


def test_they_are_shown_only_while_their_tile_is_meant() -> None:
    places = stage_of(MAHARANI, MAHARANI.course.setup(2, {})).places
    for quarter in range(len(ANIMALS)):
        assert {places[WORTH_AT + quarter * SPACES + n].under for n in range(SPACES)} == {LYING + quarter}
