"""What every game promises about its rows: over random games, all seats and options, and every pair of eyes.

`SMALTI_ROW_POSITIONS=10000` looks at so many positions of each game; without it they are fewer.
"""

from __future__ import annotations

from random import Random

from tests.play import Setting
from tests.rows import (
    WITH_ROWS,
    check_apply,
    check_asks,
    check_earnings,
    check_foreseen,
    check_generator,
    check_hidden,
    check_paths,
    check_pieces,
    check_refused_clicks,
    check_refused_moves,
    check_sentences,
    check_stage,
    check_ways_agree,
    compiled_reader,
    events,
)
from tests.settings import each_setting


def test_the_example_has_rows() -> None:
    assert "pebbles" in {game.name for game in WITH_ROWS}


@each_setting()
def test_rows_interpreted_and_compiled_are_the_same_and_leave_room(setting: Setting) -> None:
    for number, event in enumerate(events(setting)):
        game = event.before.game
        check_ways_agree(game.rows, compiled_reader(game).rows, event, Random(number))


@each_setting()
def test_what_happens_leaves_the_position_that_the_rules_leave(setting: Setting) -> None:
    for event in events(setting):
        check_apply(compiled_reader(event.before.game), event)


@each_setting()
def test_pieces_changed_by_what_happens_are_the_pieces_after(setting: Setting) -> None:
    for event in events(setting):
        check_pieces(compiled_reader(event.before.game), event)


@each_setting()
def test_whatever_lies_there_has_a_place_and_a_look(setting: Setting) -> None:
    for event in events(setting):
        check_stage(compiled_reader(event.before.game), event)


@each_setting()
def test_click_paths_are_exactly_the_legal_moves(setting: Setting) -> None:
    for event in events(setting):
        check_paths(compiled_reader(event.before.game), event)


@each_setting()
def test_who_is_to_choose_is_asked(setting: Setting) -> None:
    for event in events(setting):
        check_asks(compiled_reader(event.before.game), event)


@each_setting()
def test_a_move_is_refused_exactly_when_it_is_not_legal(setting: Setting) -> None:
    for number, event in enumerate(events(setting)):
        check_refused_moves(compiled_reader(event.before.game), event, Random(number))


@each_setting()
def test_clicks_are_refused_by_a_clause_and_never_on_the_way_to_a_move(setting: Setting) -> None:
    for number, event in enumerate(events(setting)):
        check_refused_clicks(compiled_reader(event.before.game), event, Random(number))


@each_setting()
def test_the_lines_of_a_score_add_up_to_it(setting: Setting) -> None:
    for event in events(setting):
        check_earnings(compiled_reader(event.before.game), event)


@each_setting()
def test_hidden_choices_leave_no_trace(setting: Setting) -> None:
    for number, event in enumerate(events(setting)):
        check_hidden(compiled_reader(event.before.game), event, Random(number))


@each_setting()
def test_what_happens_does_not_depend_on_the_generator(setting: Setting) -> None:
    for event in events(setting):
        check_generator(compiled_reader(event.before.game), event)


@each_setting()
def test_a_choice_is_foreseen_as_it_will_be_told(setting: Setting) -> None:
    for number, event in enumerate(events(setting)):
        check_foreseen(compiled_reader(event.before.game), event, Random(number))


@each_setting()
def test_every_row_is_a_sentence_in_every_language(setting: Setting) -> None:
    for event in events(setting):
        check_sentences(compiled_reader(event.before.game), event)
