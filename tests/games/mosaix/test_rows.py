"""Mosaix as rows: what lies where, what is told to whom, what flies from where to where, and in which words."""

from __future__ import annotations

import pytest

from smalti.games.mosaix.formation import cell_name
from smalti.games.mosaix.game import MOSAIX
from smalti.games.mosaix.moves import SKIP, STOP
from smalti.games.mosaix.rows import kinds as k
from smalti.games.mosaix.rows import pieces as r
from smalti.games.mosaix.rows import places as p
from smalti.games.mosaix.tables.stage import stage_for
from smalti.kernel import seeing
from smalti.kernel.game import CHANCE
from smalti.kernel.position import Position
from smalti.kernel.reader import reader
from smalti.kernel.rows import NOWHERE, Happening, Piece
from tests.games.mosaix.table import FRESH_O, FRESH_T, FRESH_X, FULL, HOLE_OF_FOUR, ONLY_A1_FREE, at, roll

TWO = f"{FRESH_O},{FRESH_T}"
THREE = f"{FRESH_O},{FRESH_T},{FRESH_X}"
FOUR_CIRCLES = "oooo3/7/7/3X3/7/7/7"
READ = reader(MOSAIX)


def seen(position: Position, eyes: int) -> list[Piece]:
    return READ.pieces(MOSAIX.course.view(position.state, eyes), eyes)


def looks_at(position: Position, eyes: int, place: int) -> list[int]:
    return [piece.look for piece in seen(position, eyes) if piece.place == place]


def move_of(position: Position, seat: int, text: str) -> int:
    return MOSAIX.text.parse_move(position.state, seat, text)


def told(position: Position, seat: int, text: str, eyes: int) -> list[Happening]:
    return READ.happens(position.state, eyes, seat, move_of(position, seat, text))


def lines(position: Position, seat: int, text: str, eyes: int, language: str = "en") -> list[str]:
    names = ("Ann", "Bob", "Cyd")
    found = seeing.told(MOSAIX, position.state, seat, move_of(position, seat, text), language, eyes, names)
    return [line.words if line.head.seat < 0 else f"{names[line.head.seat]} {line.words}" for line in found]


def of_kind(rows: list[Happening], kind: int) -> list[Happening]:
    return [row for row in rows if row.kind == kind]


def cell(seat: int, name: str) -> int:
    return next(p.cell_of(seat, n) for n in range(49) if cell_name(*divmod(n, 7)) == name)


# The dice


def test_before_the_game_no_dice_lie_on_the_table_and_who_begins_takes_them() -> None:
    """Mosaix 2.1."""
    start = at(f"{TWO} start")
    rows = READ.happens(start.state, CHANCE, CHANCE, 1)

    assert not [piece for piece in seen(start, CHANCE) if piece.piece < r.SCORE]
    assert [row.target for row in of_kind(rows, k.GIVES)] == [p.cup_of(1, die) for die in range(4)]


def test_dice_go_from_the_roller_to_the_roll_to_the_formation_to_the_next_roller() -> None:
    """Mosaix 2.2, 2.3 and 3.1: they are the same four dice all the way."""
    position = roll(at(f"{TWO} roll:1"), "ootx")
    laid = position.play("oo/tx", 1)
    last = laid.play("o:a1 o:b1 t:a2 x:b2", 0)
    returned = of_kind(told(last, 1, "o:a1 o:b1 t:a2 x:b2", CHANCE), k.RETURNS)

    assert [piece.place for piece in seen(position, 0)[:4]] == [p.ROLLED + die for die in range(4)]
    assert {piece.place for piece in seen(laid, 0)[:4]} == {p.laid_in(1, slot) for slot in range(4)}
    assert sorted((row.piece, row.target) for row in returned) == [(r.DIE + n, p.cup_of(0, n)) for n in range(4)]


def test_a_die_keeps_the_symbol_it_rolled() -> None:
    """Mosaix 3.2."""
    position = roll(at(f"{TWO} roll:0"), "ootx")
    before = {piece.piece: piece.look for piece in seen(position, 0)[:4]}

    assert {piece.piece: piece.look for piece in seen(position.play("xot/.o.", 0), 0)[:4]} == before


def test_the_turned_formation_is_offered_in_each_of_its_different_looks() -> None:
    """Mosaix 4.3."""
    for text, turns in (("oo/oo", 1), ("ox/xo", 2), ("oooo", 2), ("oo/tx", 4)):
        view = at(f"{TWO} enter:0:{text}:-,-").state
        assert len(READ.offers(view, 0)) == 4 * turns


def test_areas_on_the_way_to_five_are_counted_while_choosing() -> None:
    """Mosaix 6.2."""
    grid = "xx5/x6/3o3/2oO3/2o4/5tt/ttttt2"
    sizes = [
        (piece.place, piece.number)
        for piece in READ.offers(at(f"{grid},7/7/7/3T3/7/7/7 enter:0:oo/tx:-,-").state, 0)
        if piece.look == r.SIZED
    ]
    assert sorted(number for _, number in sizes) == [2, 3, 4]
    assert (p.cell_of(0, 3 * 7 + 2), 4) in sizes


@pytest.mark.parametrize("others", ["", f",{FRESH_T}"], ids=["alone", "with another"])
def test_a_choice_shows_how_large_the_areas_would_be(others: str) -> None:
    """Mosaix 6.2: also of a choice that others do not see yet; nothing for laying the formation."""
    view = at(f"ooo4/7/7/3X3/7/7/7{others} enter:0:oo/tx:-{',-' if others else ' scale=8'}").state
    move = MOSAIX.text.parse_move(view, 0, "o:d1 o:e1 t:d2 x:e2")
    sizes = [(row.target, row.amount) for row in of_kind(READ.foresees(view, 0, move), k.MEASURES)]
    assert sizes == []

    move = MOSAIX.text.parse_move(view, 0, "o:d2 x:d3 o:c2 t:c3")
    sizes = [(row.target, row.amount) for row in of_kind(READ.foresees(view, 0, move), k.MEASURES)]
    assert (cell(0, "d3"), 2) in sizes


def test_cards_of_a_roll_never_lie_on_each_other() -> None:
    """Mosaix 3.4: every shape, and under it the ways to lay the dice in it."""
    offers = READ.offers(roll(at(f"{TWO} roll:0"), "ootx").state, 0)

    assert len({piece.place for piece in offers}) == len(offers) == 57 + 7


# Hidden choices


def test_a_choice_is_pencilled_for_ones_own_eyes_only() -> None:
    """Mosaix 4.2."""
    position = at(f"{TWO} enter:0:oo/tx:-,-").play("o:a1 o:b1 t:a2 x:b2", 0)

    assert looks_at(position, 0, cell(0, "a1")) == [r.PENCILLED]
    assert looks_at(position, 1, cell(0, "a1")) == looks_at(position, CHANCE, cell(0, "a1")) == []
    assert looks_at(position, 1, p.STATUS + 0) == [r.CHOSEN]
    assert looks_at(position, 1, p.STATUS + 1) == [r.CHOOSING]


def test_others_are_told_that_a_choice_is_in_and_later_what_it_was() -> None:
    """Mosaix 4.2: the log only grows."""
    position = at(f"{TWO} enter:0:oo/tx:-,-")
    first, last = "o:a1 o:b1 t:a2 x:b2", "o:g1"

    assert lines(position, 0, first, 1) == ["Ann has chosen"]
    assert lines(position, 0, first, 0) == ["Ann enters circle a1, circle b1, triangle a2, cross b2"]
    after = position.play(first, 0)
    assert lines(after, 1, last, 1) == [
        "Bob enters circle g1; 3 lost",
        "Ann enters circle a1, circle b1, triangle a2, cross b2",
        "The dice pass to Bob.",
    ]
    assert lines(after, 1, last, 0)[1] == "Ann enters circle a1, circle b1, triangle a2, cross b2"
    assert lines(after, 1, last, 0, "fr")[1] == "Ann inscrit rond a1, rond b1, triangle a2, croix b2"


def test_a_pencilled_mark_becomes_the_mark_and_others_see_it_fly() -> None:
    """Mosaix 4.1."""
    position = at(f"{TWO} enter:0:oo/tx:-,-").play("x:a1", 0)
    fixed = of_kind(told(position, 1, "x:a1", 0), k.FIXES)
    inked = of_kind(told(position, 1, "x:a1", CHANCE), k.INKS)

    assert [(row.source, row.target, row.look) for row in fixed] == [(cell(0, "a1"), cell(0, "a1"), r.MARKED + 2)]
    assert [(row.source, row.target) for row in inked] == [
        (p.laid_in(1, 3), cell(1, "a1")),
        (p.laid_in(1, 3), cell(0, "a1")),
    ]


def test_a_forced_skip_looks_like_any_choice() -> None:
    """Mosaix 4.8: with three seats nobody learns of it before all have chosen."""
    stuck = at(f"{FRESH_O},{ONLY_A1_FREE},{FRESH_X} enter:0:oo/oo:-,-,-")
    rows = READ.happens(stuck.state, 0, 1, SKIP)
    chosen = READ.happens(at(f"{THREE} enter:0:oo/oo:-,-,-").state, 0, 1, move_of(stuck, 0, "o:a1"))

    assert rows == chosen
    assert READ.happens(stuck.state, 1, 1, SKIP)[0].kind == k.SKIPS


# Points


def test_points_fly_from_the_middle_of_the_area_that_grew() -> None:
    """Mosaix 6.4."""
    position = at(f"{FOUR_CIRCLES} enter:0:oo/tx:- scale=8")
    gains = of_kind(told(position, 0, "o:e1 o:f1 t:e2 x:f2", 0), k.GAINS)

    assert [(row.amount, row.piece, row.source) for row in gains] == [(6, r.SCORE, cell(0, "c1"))]


def test_what_a_hidden_choice_will_bring_is_promised() -> None:
    """Mosaix 4.2 and 6.4: nobody has the points yet."""
    position = at(f"oooo3/7/7/3X3/7/7/7,{FRESH_T} enter:0:oo/tx:-,-")
    rows = told(position, 0, "o:e1 o:f1 t:e2 x:f2", 0)

    assert [row.amount for row in of_kind(rows, k.PROMISES)] == [6]
    assert of_kind(rows, k.GAINS) == []
    assert seeing.gain(MOSAIX, position.state, 0, move_of(position, 0, "o:e1 o:f1 t:e2 x:f2")) == 6


def test_lost_dice_strike_out_the_scale_and_cost_points() -> None:
    """Mosaix 7.2 and 7.7."""
    position = at(f"{FRESH_X} enter:0:oo/tx:- scale=6")
    rows = told(position, 0, "o:a7 o:b7", 0)

    assert [(row.piece, row.target) for row in of_kind(rows, k.STRIKES)] == [
        (r.STROKE + 5, p.SCALE_CELL + 5),
        (r.STROKE + 4, p.SCALE_CELL + 4),
    ]
    assert [row.amount for row in of_kind(rows, k.PAYS)] == [-2]
    assert seeing.gain(MOSAIX, position.state, 0, move_of(position, 0, "o:a7 o:b7")) == -2


def test_a_score_comes_line_by_line_with_its_cells() -> None:
    """Mosaix 6.4 and 7.7."""
    state = at("oooooo1/7/ooooo2/3X3/7/7/7 roll:0 scale=3").state
    points = seeing.derivation(MOSAIX, state, 0)

    assert [(one.points, one.clause) for one in points] == [(22, "6.4"), (0, "6.4"), (0, "6.4"), (3, "7.7")]
    assert points[0].say() == "circle: 2 areas with 11 cells, 2 x 11"
    assert points[1].say("fr") == "triangle\u00a0: aucune zone de cinq cases"
    assert points[0].places[0] == cell(0, "a1")
    assert len(points[0].places) == 11


# The end


def test_the_end_names_the_winners_and_clears_the_table() -> None:
    """Mosaix 5.5 and 6.5: both have the same points here, so they share the victory."""
    grids = f"{HOLE_OF_FOUR},{HOLE_OF_FOUR} enter:0:oo/oo:-,-"
    position = at(grids).play("o:b2 o:c2 o:b3 o:c3", 0)
    text = "o:b2 o:c2 o:b3 o:c3"

    assert lines(position, 1, text, CHANCE)[2:] == [
        "The game is over.", "Ann wins with 45 points", "Bob wins with 45 points",
    ]  # fmt: skip
    assert not [piece for piece in seen(position.play(text, 1), CHANCE) if piece.piece < r.SCORE]


@pytest.mark.parametrize("text", ["roll:0", "form:0:ootx", "enter:0:oo/tx:-"])
def test_alone_one_may_stop_wherever_the_dice_are(text: str) -> None:
    """Mosaix 7.6 and 7.8: few points do not win."""
    position = at(f"{FRESH_X} {text} scale=8")
    rows = READ.happens(position.state, 0, 0, STOP)

    assert [row.kind for row in rows if row.kind <= k.REACHES] == [k.STOPS, k.ENDS, k.REACHES]
    assert {row.source for row in of_kind(rows, k.PUTS_AWAY)} == {piece.place for piece in seen(position, 0)[:4]}


# Questions, refusals, words


def test_the_question_moves_on_with_the_clicks() -> None:
    position = at(f"{TWO} enter:0:oo/tx:-,-")

    assert seeing.question(MOSAIX, position.state, 0).startswith("Enter the formation")
    assert seeing.question(MOSAIX, position.state, 0, clicks=1) == "Where does this die go?"
    assert seeing.question(MOSAIX, position.state, 0, "fr", 1) == "Où va ce dé\u202f?"


@pytest.mark.parametrize(
    ("clicks", "clause"),
    [
        ((p.die_of(1, 0, 0), cell(0, "d4")), "4.6"),
        ((cell(0, "a1"),), "4.4"),
        ((p.die_of(1, 0, 0), cell(1, "a1")), "4.1"),
        ((p.die_of(1, 0, 0), cell(0, "a1")), None),
    ],
)
def test_clicks_are_refused_with_their_clause(clicks: tuple[int, ...], clause: str | None) -> None:
    """Mosaix 4.1, 4.4 and 4.6."""
    reason = seeing.why_path(MOSAIX, at(f"{TWO} enter:0:oo/tx:-,-").state, 0, clicks)

    assert (reason.clause if reason else None) == clause


def test_who_waits_is_told_for_whom() -> None:
    """Mosaix 3.1."""
    reason = seeing.why_path(MOSAIX, roll(at(f"{TWO} roll:1"), "ootx").state, 0, (p.SHAPE,))

    assert str(reason) == "only the roller lays the formation; Seat 2 has the dice (rule 3.1)"


def test_the_grid_is_called_ones_own_and_others_by_name() -> None:
    drawn = seeing.picture(MOSAIX, at(f"{TWO} roll:0").state, 0, names=("Ann", "Bartholomew B."))

    assert "Your grid" in drawn
    assert "Bartholome…" in drawn
    assert "grid of Bartholomew B." in drawn


def test_areas_that_count_are_outlined() -> None:
    """Mosaix 6.2."""
    assert 'class="area"' in seeing.picture(MOSAIX, at("ooooo2/7/7/3X3/7/7/7 roll:0").state, 0)
    assert 'class="area"' not in seeing.picture(MOSAIX, at(f"{FOUR_CIRCLES} roll:0").state, 0)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_nothing_jumps_when_it_is_ones_turn(seats: int) -> None:
    """Each panel has one place on the sheet, with room for what may be picked."""
    for arrangement in stage_for(seats).arrangements.values():
        numbers = [number for number, *_ in arrangement.panels]
        assert len(set(numbers)) == len(numbers)


def test_what_nobody_may_see_is_nowhere() -> None:
    """Every place that a row names is on the table, or it is nowhere."""
    stage = stage_for(1)
    position = at(f"{FULL.replace('xxxxxxx', '7', 1)} enter:0:oooo:- scale=8")
    for move in position.legal_moves(0):
        for row in READ.happens(position.state, 0, 0, move):
            assert {row.source, row.target} <= {NOWHERE, *stage.places}
