"""A game being played: log, chance, and taking back what nobody has seen."""

from __future__ import annotations

import pytest

from smalti.games.mosaix.game import MOSAIX
from smalti.kernel.chance import Chance
from smalti.kernel.errors import IllegalMove, SmaltiError
from smalti.kernel.game import CHANCE
from smalti.kernel.match import Match
from smalti.kernel.position import Position
from tests.games.mosaix.table import FRESH_O, FRESH_T, FRESH_X, HOLE_OF_FOUR, at
from tests.play import finished, new_match

TWO = f"{FRESH_O},{FRESH_T}"
THREE = f"{FRESH_O},{FRESH_T},{FRESH_X}"


def match_at(text: str, chance: Chance | None = None) -> Match:
    return Match(at(text), chance)


def play(match: Match, seat: int, text: str) -> None:
    match.play(seat, MOSAIX.text.parse_move(match.position.state, seat, text))


def test_a_new_match_waits_for_its_first_decision() -> None:
    match = new_match("mosaix", 2, {})

    assert [event.entry["do"] for event in match.log] == ["start", "roll"]
    assert match.position.actors()


def test_without_a_source_of_chance_the_outcomes_are_typed_in() -> None:
    match = Match.new(MOSAIX, 2)
    assert match.log == []

    match.enter({"by": "chance", "do": "start", "seat": 1})
    match.enter({"by": "chance", "do": "roll", "dice": ["cross"] * 4})

    assert str(match.position) == f"{TWO} form:1:xxxx"


def test_the_same_seed_gives_the_same_match() -> None:
    one, two = (finished("mosaix", 3, {}, seed=4) for _ in range(2))

    assert [event.entry for event in one.log] == [event.entry for event in two.log]


def test_every_outcome_is_drawn_by_its_number() -> None:
    match = finished("mosaix", 2, {}, seed=9)
    chance = match.chance
    assert chance is not None

    drawn = [event for event in match.log if event.by == CHANCE]

    assert [e.before.sample(chance.generator(n)) for n, e in enumerate(drawn)] == [e.move for e in drawn]
    assert match.outcomes_so_far == len(drawn)


def test_a_refused_move_changes_nothing() -> None:
    match = match_at(f"{TWO} form:0:ootx")
    before = match.position

    with pytest.raises(IllegalMove):
        match.play(1, match.position.legal_moves(0)[0])

    assert match.position is before
    assert match.log == []


def test_the_log_keeps_the_position_before_each_entry() -> None:
    match = match_at(f"{TWO} form:0:ootx")
    play(match, 0, "oo/tx")
    play(match, 1, "x:a1")

    assert [str(event.before) for event in match.log] == [f"{TWO} form:0:ootx", f"{TWO} enter:0:oo/tx:-,-"]


def test_a_skip_is_written_without_asking() -> None:
    match = match_at(f"{FRESH_O},{HOLE_OF_FOUR} form:0:ootx")

    play(match, 0, "ootx")

    assert [event.entry["do"] for event in match.log] == ["form", "skip"]


# Undo


def test_the_own_last_move_can_be_taken_back() -> None:
    match = match_at(f"{TWO} form:0:ootx")
    play(match, 0, "oo/tx")

    match.undo(0)

    assert str(match.position) == f"{TWO} form:0:ootx"
    assert match.log == []


def test_nobody_takes_back_the_move_of_another() -> None:
    match = match_at(f"{TWO} form:0:ootx")
    play(match, 0, "oo/tx")

    assert not match.can_undo(1)
    with pytest.raises(SmaltiError, match="nothing can be taken back"):
        match.undo(1)
    assert len(match.log) == 1


def test_nothing_is_taken_back_in_a_match_that_has_not_begun() -> None:
    assert not new_match("mosaix", 2, {}).can_undo(0)


def test_undo_never_goes_behind_a_roll() -> None:
    match = new_match("mosaix", 1, {})
    match.play(0, match.position.legal_moves()[0])
    assert match.can_undo(0)

    match.play(0, match.position.legal_moves()[0])

    assert match.log[-1].entry["do"] == "roll"
    assert not match.can_undo(0)


def test_undo_never_goes_behind_what_was_revealed() -> None:
    """The last of the simultaneous choices shows them all, even before the next roll."""
    match = match_at(f"{TWO} enter:0:oo/tx:-,-")
    play(match, 0, "x:a1")
    play(match, 1, "o:a1")

    assert str(match.position).endswith("roll:1")
    assert not match.can_undo(0)
    assert not match.can_undo(1)


def test_undo_never_goes_behind_a_skip_that_revealed_the_choices() -> None:
    match = match_at(f"{FRESH_O},{HOLE_OF_FOUR} enter:0:ootx:-,-")
    match.enter(
        MOSAIX.text.write_entry(match.position.state, 0, MOSAIX.text.parse_move(match.position.state, 0, "x:a1"))
    )
    match.enter({"by": 1, "do": "skip"})

    assert not match.can_undo(0)


def test_what_others_chose_at_the_same_time_stays() -> None:
    match = match_at(f"{THREE} enter:0:oo/tx:-,-,-")
    play(match, 0, "x:a1")
    play(match, 1, "o:a7")

    match.undo(0)

    assert str(match.position) == f"{THREE} enter:0:oo/tx:-,o:a7,-"
    assert [event.by for event in match.log] == [1]


def test_after_undo_the_seat_chooses_again_and_the_round_ends_as_if_nothing_had_been() -> None:
    match = match_at(f"{THREE} enter:0:oo/tx:-,-,-")
    play(match, 0, "x:a1")
    play(match, 1, "o:a7")
    match.undo(0)
    play(match, 2, "o:a7")
    play(match, 0, "o:a7")

    assert str(match.position) == "7/7/7/3O3/7/7/o6,7/7/7/3T3/7/7/o6,7/7/7/3X3/7/7/o6 roll:1"


def test_the_roller_cannot_take_the_formation_back_once_another_has_chosen() -> None:
    match = match_at(f"{TWO} form:0:ootx")
    play(match, 0, "oo/tx")
    play(match, 1, "x:a1")

    assert not match.can_undo(0)
    assert match.can_undo(1)


def test_the_end_of_a_solo_game_can_be_taken_back() -> None:
    match = match_at(f"{FRESH_X} form:0:ootx")
    play(match, 0, "stop")

    match.undo(0)

    assert not match.position.is_over


def test_an_automatic_skip_does_not_keep_the_roller_from_taking_the_formation_back() -> None:
    """What follows by itself is no choice of anybody, and comes again by itself."""
    only_one_free_at_the_rim = "ttt1ttt/xxxxxxx/ooooooo/tttOtxt/xxxxxxx/ooooooo/ttttttt"
    text = f"{only_one_free_at_the_rim},7/7/7/3T3/7/7/7 form:1:ooxx"
    match = Match(Position(MOSAIX, MOSAIX.text.parse_position(text), compiled=False), Chance.from_seed(1, "undo"))
    match.play(1, MOSAIX.text.parse_move(match.position.state, 1, "oo/xx"))
    assert match.log[-1].entry == {"by": 0, "do": "skip"}

    match.undo(1)

    assert match.log == []
    assert str(match.position) == text


def test_choices_made_together_are_hidden_from_everybody_else_until_all_are_in() -> None:
    match = match_at(f"{THREE} enter:0:xx/xx:-,-,-")
    play(match, 1, match.game.text.write_move(match.position.state, 1, match.position.legal_moves(1)[0]))

    assert [sorted(match.hidden_from(seat)) for seat in (0, 1, 2, CHANCE)] == [[0], [], [0], [0]]

    for seat in (0, 2):
        match.play(seat, match.position.legal_moves(seat)[0])

    assert [sorted(match.hidden_from(seat)) for seat in (0, 1, 2, CHANCE)] == [[], [], [], []]


def test_a_skip_that_is_forced_is_hidden_as_every_choice_is() -> None:
    """With three seats: that one of them cannot enter anything shows only when all are in."""
    match = match_at(f"{FRESH_O},{HOLE_OF_FOUR},{FRESH_X} form:0:xxxx")
    play(match, 0, "xxxx")
    skips = [index for index, event in enumerate(match.log) if event.entry["do"] == "skip"]

    assert skips
    assert match.log[skips[0]].by == 1
    assert [sorted(match.hidden_from(seat)) for seat in (0, 1, 2, CHANCE)] == [skips, [], skips, skips]


def test_moves_may_be_texts_everywhere() -> None:
    one, two = (Match.new(MOSAIX, 2, chance=Chance.from_seed(1, "texts")) for _ in range(2))
    seat, move = one.position.actors()[0], one.position.legal_moves()[0]

    one.play(seat, move)
    two.play(seat, two.position.write_move(move))

    assert one.position == two.position
    assert one.log[-1].move == two.log[-1].move


def test_what_chance_gives_is_in_the_log_also_where_the_position_would_draw_by_itself() -> None:
    """Else rolls were missing in its record, which nobody could read."""
    match = Match(Position.new("mosaix", 1, seed=1))
    assert not match.position.draws
    seat = match.position.actors()[0]
    while not match.position.needs_chance:
        match.play(seat, match.position.legal_moves()[0])
    [*_, last] = match.log
    assert last.by == seat
