"""Open tables and the people around somebody, as values: who may sit where, what is listed, who is shown to whom."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from smalti.server.club.circle import Circle
from smalti.server.club.openings import PATIENCE, PATIENCE_BY_POST, Kept, Opening
from smalti.server.table.paces import Pace

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
OPEN = Opening(
    table="t",
    owner="ann",
    listed=True,
    game="mosaix",
    options={},
    aids={},
    pace=None,
    private=False,
    since=NOW,
    seen=NOW,
    seats=4,
    seated=(("Ann", "ann"), ("Bot", None)),
    free={2: "hash of two", 3: "hash of three"},
    kept=(),
    fill_name=None,
    fill_bot=None,
    fill_at=None,
)
FOR_BEN = replace(OPEN, kept=(Kept(3, "ben", "Ben", declined=False),))


def test_a_kept_seat_is_for_one_person_and_the_others_are_for_anybody() -> None:
    assert OPEN.seats_for("ben") == (2, 3)
    assert FOR_BEN.seats_for("cid") == (2,)
    assert FOR_BEN.seats_for("ben") == (3, 2)


def test_a_table_that_is_not_listed_has_only_its_kept_seats() -> None:
    unlisted = replace(FOR_BEN, listed=False)

    assert unlisted.seats_for("cid") == ()
    assert unlisted.seats_for("ben") == (3,)


def test_who_declined_leaves_the_seat_to_others_and_may_still_come() -> None:
    declined = replace(OPEN, kept=(Kept(3, "ben", "Ben", declined=True),))

    assert declined.seats_for("cid") == (2, 3)
    assert declined.seats_for("ben")[0] == 3


def test_a_list_has_tables_with_room_whose_owner_was_there_lately() -> None:
    moment = timedelta(seconds=1)
    by_post = replace(OPEN, pace=Pace("days", 86_400))

    assert OPEN.is_shown(NOW + PATIENCE - moment)
    assert not OPEN.is_shown(NOW + PATIENCE)
    assert by_post.is_shown(NOW + PATIENCE_BY_POST - moment)
    assert not by_post.is_shown(NOW + PATIENCE_BY_POST)
    assert not replace(OPEN, listed=False).is_shown(NOW)
    assert not replace(FOR_BEN, free={3: "hash of three"}).is_shown(NOW), "its last seat is kept"


def test_whoever_is_blocked_by_one_at_the_table_does_not_see_it() -> None:
    assert OPEN.is_hidden_from({"ann"})
    assert not OPEN.is_hidden_from({"cid"})


@pytest.mark.parametrize(
    ("seen_by", "met", "theirs", "shown"),
    [
        ("everybody", False, None, True),
        ("opponents", False, None, False),
        ("opponents", True, None, True),
        ("opponents", False, "friend", True),
        ("nobody", True, "friend", False),
        ("everybody", True, "block", False),
    ],
)
def test_people_are_shown_to_whom_they_want(seen_by: str, met: bool, theirs: str | None, shown: bool) -> None:
    others = {"ben": theirs} if theirs else {}
    circle = Circle({"ben": "friend"}, others)  # type: ignore[arg-type] # the kinds are those of the list above
    ben = {"id": "ben", "name": "Ben", "avatar": None, "seen_by": seen_by, "show_presence": True}

    seen = circle.look_at(ben, met=met, present={"ben"})

    assert (seen.open, seen.here) == (shown, shown)
    assert seen.friend
    unseen = circle.look_at(ben | {"show_presence": False}, met=met, present={"ben"})
    assert (unseen.open, unseen.here) == (shown, False)


def test_a_block_holds_in_both_directions() -> None:
    assert Circle({"ben": "block"}, {}).shunned == Circle({}, {"ben": "block"}).shunned == {"ben"}
