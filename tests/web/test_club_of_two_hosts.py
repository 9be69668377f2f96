"""The stories of the club in real browsers once more, with two servers on one PostgreSQL behind one address.

Every connection goes to the next server: the page of somebody may come from one, and what happens there from the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.balance import Balance, serving_two
from tests.server.ports import free_port
from tests.server.serving import Server
from tests.web.test_account import (
    test_a_code_brings_the_phone_and_everything_can_be_deleted,
    test_a_passkey_made_by_a_guest_lets_them_in_elsewhere_with_all_games,
    test_a_recovery_code_brings_all_back_after_signing_out_everywhere,
    test_a_second_passkey_lets_in_when_the_first_is_removed,
    test_all_that_is_stored_is_taken_along_by_a_click,
    test_who_sees_a_profile_and_what_of_it_is_set_by_its_form,
    test_whoever_makes_a_code_has_an_account_at_once_and_this_device_is_marked,
)
from tests.web.test_club import (
    test_a_table_is_listed_and_kept_private_from_the_form,
    test_a_variant_is_found_by_its_options_and_who_is_asked_knows_the_pace,
    test_friends_by_a_link_see_each_other_come_and_one_may_block,
    test_two_meet_at_an_open_table_and_again_because_one_asks,
)
from tests.web.test_ladder import test_two_with_accounts_climb_the_ladder
from tests.web.test_pace import (
    test_resigning_asks_first_and_a_bot_plays_on,
    test_the_form_offers_a_pace_and_the_invitation_names_it,
)
from tests.web.test_ready import (
    test_a_turn_is_prepared_by_clicks_seen_by_nobody_else_and_made_in_its_time,
    test_the_next_game_that_waits_is_one_click_or_one_key_away,
    test_three_play_again_in_place_and_a_bot_takes_the_seat_of_who_declines,
)
from tests.web.test_talk import test_one_mutes_one_reports_and_a_steward_removes, test_talk_is_hidden_kept_and_stays_so
from tests.web.test_tournaments import (
    test_a_tournament_of_a_variant_by_its_form,
    test_an_evening_of_duplicate_with_four_people,
    test_who_runs_it_lets_bots_play_for_those_who_do_not_come,
)

__all__ = [
    "test_a_code_brings_the_phone_and_everything_can_be_deleted",
    "test_a_passkey_made_by_a_guest_lets_them_in_elsewhere_with_all_games",
    "test_a_recovery_code_brings_all_back_after_signing_out_everywhere",
    "test_a_second_passkey_lets_in_when_the_first_is_removed",
    "test_a_table_is_listed_and_kept_private_from_the_form",
    "test_a_tournament_of_a_variant_by_its_form",
    "test_a_turn_is_prepared_by_clicks_seen_by_nobody_else_and_made_in_its_time",
    "test_a_variant_is_found_by_its_options_and_who_is_asked_knows_the_pace",
    "test_all_that_is_stored_is_taken_along_by_a_click",
    "test_an_evening_of_duplicate_with_four_people",
    "test_friends_by_a_link_see_each_other_come_and_one_may_block",
    "test_one_mutes_one_reports_and_a_steward_removes",
    "test_resigning_asks_first_and_a_bot_plays_on",
    "test_talk_is_hidden_kept_and_stays_so",
    "test_the_form_offers_a_pace_and_the_invitation_names_it",
    "test_the_next_game_that_waits_is_one_click_or_one_key_away",
    "test_three_play_again_in_place_and_a_bot_takes_the_seat_of_who_declines",
    "test_two_meet_at_an_open_table_and_again_because_one_asks",
    "test_two_with_accounts_climb_the_ladder",
    "test_who_runs_it_lets_bots_play_for_those_who_do_not_come",
    "test_who_sees_a_profile_and_what_of_it_is_set_by_its_form",
    "test_whoever_makes_a_code_has_an_account_at_once_and_this_device_is_marked",
]
pytestmark = pytest.mark.long


@pytest.fixture
def both(tmp_path: Path, postgres_url: str) -> Iterator[tuple[Server, Balance]]:
    with serving_two(tmp_path, free_port(), SMALTI_DATABASE_URL=postgres_url, SMALTI_WORKERS="1") as running:
        yield running


@pytest.fixture
def server(both: tuple[Server, Balance]) -> Server:
    return both[0]


@pytest.fixture(autouse=True)
def _by_both(both: tuple[Server, Balance]) -> Iterator[None]:
    """Both servers had a part in it."""
    before = dict(both[1].given)
    yield
    assert all(both[1].given[port] > count for port, count in before.items())
