"""Sums of games checked by hand: results, streaks, days, kinds of mistakes, and what is exported."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, date, datetime
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

import smalti
from smalti.bots import BOTS
from smalti.bots.simulation import Simulation
from smalti.games import GAMES
from smalti.kernel.errors import SmaltiError
from smalti.reviewing.reviewing import review
from smalti.statistics.drawing import WEEKS, calendar, pictures, ticks
from smalti.statistics.played import Judged, Played, judge, read_played
from smalti.statistics.summing import add_up, percentile
from smalti.statistics.telling import Teller, tell

TODAY = date(2026, 11, 16)


def at(day: int, **fields: Any) -> Played:
    """A game of Ada's against Ben that ended on a day of November: 50 to 40 unless told otherwise."""
    usual: dict[str, Any] = {"game": "mosaix", "score": 50, "scores": (50, 40), "winners": (0,), "seat": 0}
    usual |= {"others": ("Ben",), "ended": datetime(2026, 11, day, 20, tzinfo=UTC)}
    return Played(**usual | fields)


LOST: dict[str, Any] = {"score": 30, "scores": (30, 40), "winners": (1,)}
SHARED: dict[str, Any] = {"score": 40, "scores": (40, 40), "winners": (0, 1)}
ALONE: dict[str, Any] = {"score": 130, "scores": (130,), "winners": (0,), "others": ()}


def test_results_and_points_by_game_players_and_opponent() -> None:
    told = add_up("Ada", [at(1), at(2, **LOST), at(3, **SHARED), at(4, **ALONE), at(5, game="maharani")])

    two = told.by_count["mosaix", 2]
    assert (two.games, two.won, two.mean, two.best.score) == (3, 1.5, 40.0, 50)
    assert list(told.by_count) == [("maharani", 2), ("mosaix", 1), ("mosaix", 2)]
    assert {key: line.games for key, line in told.by_opponent.items()} == {("Ben", "maharani"): 1, ("Ben", "mosaix"): 3}


def test_streaks_of_wins_leave_games_alone_out() -> None:
    told = add_up("Ada", [at(1), at(2), at(3, **ALONE | {"winners": ()}), at(4), at(5, **LOST), at(6, **SHARED)])

    assert (told.longest_win, told.present_win) == (3, 1)


def test_days_in_a_row_go_on_until_the_day_is_over() -> None:
    told = add_up("Ada", [at(day) for day in (1, 2, 3, 4, 14, 15, 15)])

    assert (told.longest_days, told.present_days(TODAY), told.present_days(date(2026, 11, 17))) == (4, 2, 0)
    assert told.days[date(2026, 11, 15)] == 2


def test_the_most_frequent_kind_of_mistake() -> None:
    judged = [Judged(20.0, 2.0, 0.5, 3, {"rows": 2, "areas": 1}), Judged(None, None, -0.5, 1, {"areas": 2})]
    told = add_up("Ada", [at(n + 1, judged=one) for n, one in enumerate(judged)])

    assert told.kinds == {("mosaix", "areas"): 3, ("mosaix", "rows"): 2}
    assert dict(Teller(told, "fr").skill())["Perdu par choix, Mosaix à 2"] == "20"
    assert dict(Teller(told, "en").skill())["Luck of a game, in spreads"] == "+0.00"


def test_what_an_older_evaluator_counted_otherwise_is_not_added_to_what_today_counts_as_lost() -> None:
    """Luck means the same in both."""
    older = Judged(20.0, 2.0, 0.5, 3, version="2")
    told = add_up("Ada", [at(1, judged=older), at(2, judged=Judged(30.0, 2.0, -0.5, 1)), at(3, judged=older)])

    assert [one.lost for one in told.played] == [None, 30.0, None]
    assert dict(Teller(told, "en").skill())["Lost per decision, Mosaix for 2"] == "30"
    assert dict(Teller(told, "en").skill())["Luck of a game, in spreads"] == "+0.17"


def test_a_percentile_counts_equal_results_by_half() -> None:
    assert [percentile(points, (10, 20, 20, 30, 40)) for points in (10, 20, 30, 40)] == [0, 38, 75, 100]
    assert percentile(7, (7,)) == 0


def test_the_table_holds_every_game_and_no_formula() -> None:
    told = add_up("Ada", [at(1, others=("=1+1",)), at(2, **ALONE, challenge=date(2026, 11, 2))])
    rows = list(csv.DictReader(io.StringIO(told.as_csv())))

    assert [row["others"] for row in rows] == ["'=1+1", ""]
    assert (rows[1]["points"], rows[1]["challenge"], rows[1]["luck"]) == ("130", "2026-11-02", "")
    assert [one["points"] for one in json.loads(json.dumps(told.as_json(TODAY)))["games"]] == [50, 130]


def test_the_kinds_of_mistakes_are_what_the_better_move_would_have_brought() -> None:
    """Whoever reads "gold at once" could think that taking it was the mistake."""
    told = add_up("Ada", [at(1, judged=Judged(None, None, 0.0, 3, {"areas": 2, "the scale": 1}))])

    assert list(tell(told, TODAY))[-3:] == [
        "Most frequent mistakes: By what the better move would have brought, and how often.",
        "  Mosaix, areas (2)",
        "  Mosaix, the scale (1)",
    ]
    assert list(tell(told, TODAY, "fr"))[-1] == "  Mosaix, la graduation (1)"


def test_what_was_lost_is_told_by_game_and_number_of_players() -> None:
    """Each kind of game has judges of its own, so a mean over all of them says nothing."""
    one, two, short = Judged(200.0, 2.0, 0.0, 1), Judged(20.0, 2.0, 0.0, 1), Judged(None, None, 0.0, 0)
    told = add_up(
        "Ada",
        [at(1, judged=one, **ALONE), at(2, judged=two), at(3, judged=two), at(4, judged=short, game="majolica"), at(5)],
    )

    lost = {name: value for name, value in Teller(told, "en").skill() if "decision" in name}
    assert lost == {"Lost per decision, Mosaix alone": "200", "Lost per decision, Mosaix for 2": "20"}


def test_statistics_of_records_with_reviews() -> None:
    series = Simulation(GAMES["mosaix"], (BOTS["random"],), 4)
    records = [series.record(n) for n in range(2)] + [{"log": [], "seats": [{"name": "random 1"}]}]
    told = smalti.stats(records, depth="quick")

    assert (told.name, len(told.played), len(told.reviewed)) == ("random 1", 2, 2)
    one = review(series.play(0), depth="quick")
    assert told.played[0].judged == judge(one)[0]
    assert told.played[0].judged.luck * one.unit == pytest.approx(one.seats[0].luck)
    assert sum(told.played[0].judged.kinds.values()) == told.played[0].judged.mistakes > 0
    with pytest.raises(SmaltiError, match="nobody called 'Zoe'"):
        smalti.stats(records, "Zoe")


@pytest.mark.parametrize("wrong", [{}, {"scores": [1]}, {"scores": ["a"], "winners": []}, {"scores": [1, 2]}])
def test_what_is_no_record_gets_a_sentence(wrong: dict[str, Any]) -> None:
    with pytest.raises(SmaltiError):
        read_played({"game": "mosaix", "seats": [{}], "winners": []} | wrong | {"seats": wrong.get("seats", [{}])}, 1)


def test_a_name_that_is_no_text_gets_a_sentence() -> None:
    wrong: Any = 3
    with pytest.raises(smalti.InvalidNotation, match="a name is a text, not 3"):
        smalti.stats([], wrong)


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2026-11-15T20:00:00", 15),
        ("2026-11-15", 15),
        ("2026-11-15T23:30:00-02:00", 16),
        ("0001-01-01T00:00:00+14:00", None),
        ("soon", None),
    ],
)
def test_a_moment_without_a_zone_is_utc_and_one_that_cannot_be_is_none(written: str, day: int | None) -> None:
    record = {"game": "mosaix", "seats": [{"name": "Ada"}], "scores": [50], "winners": [0]}
    told = smalti.stats([record | {"ended": written}, record | {"ended": "2026-11-01T12:00:00+00:00"}])

    assert list(told.days) == [date(2026, 11, 1), *([date(2026, 11, day)] if day else [])]


def test_pictures_show_every_game_and_day() -> None:
    judged = Judged(20.0, 2.0, -0.5, 0)
    told = add_up("Ada", [at(1, judged=judged), at(2, judged=judged), at(2)])
    drawn = pictures(told, TODAY, "fr")

    assert list(drawn) == ["days", "points-mosaix-2", "lost-mosaix-2", "luck"]
    assert drawn["points-mosaix-2"].count("<circle") == 3
    assert drawn["days"].count('class="games"') == 2
    assert "novembre" in drawn["days"]
    assert "\N{MINUS SIGN}0,5" in drawn["luck"]
    assert calendar({}, TODAY, "en").count('class="day"') == 7 * (WEEKS - 1) + TODAY.weekday() + 1


def test_points_are_drawn_by_game_and_number_of_players() -> None:
    """Points with three are other points than with two."""
    told = add_up("Ada", [at(1), at(2), at(3, **ALONE), at(4, **ALONE), at(5, **ALONE)])
    drawn = {name: text for name, text in pictures(told, TODAY).items() if name.startswith("points")}

    assert {name: text.count("<circle") for name, text in drawn.items()} == {"points-mosaix-1": 3, "points-mosaix-2": 2}


def test_what_was_lost_is_drawn_by_game_and_number_of_players() -> None:
    """Each kind of game has judges of its own."""
    judged = Judged(20.0, 2.0, -0.5, 0)
    told = add_up(
        "Ada", [at(1, judged=judged), at(2, judged=judged), *(at(n, judged=judged, **ALONE) for n in (3, 4, 5)), at(6)]
    )
    drawn = {name: text for name, text in pictures(told, TODAY).items() if name.startswith("lost")}

    assert {name: text.count("<circle") for name, text in drawn.items()} == {"lost-mosaix-1": 3, "lost-mosaix-2": 2}
    assert "Mosaix alone: lost" in drawn["lost-mosaix-1"]
    assert "Mosaix for 2: lost" in drawn["lost-mosaix-2"]


def test_lines_are_drawn_at_round_numbers() -> None:
    assert ticks(6, 8, 1) == [6, 7, 8]
    assert ticks(-2, 22, 1) == [-5, 0, 5, 10, 15, 20, 25]
    assert ticks(7, 7, 1) == [7, 8]
    assert ticks(-0.3, 0.2, 0.1) == pytest.approx([-0.3, -0.2, -0.1, 0, 0.1, 0.2])


def test_the_report_in_both_languages() -> None:
    told = add_up("Ada", [at(15), at(16, **LOST)])

    lines = list(tell(told, TODAY))
    assert lines[0] == "Ada: 2 finished games"
    assert [line.split() for line in lines[2:4]] == [
        ["game", "players", "games", "victories", "average", "best"],
        ["Mosaix", "2", "2", "1", "40", "50"],
    ]
    assert list(tell(told, TODAY, "fr"))[-1] == "Jours de suite\N{NO-BREAK SPACE}: 2 en ce moment, 2 au plus"


def test_no_month_of_the_calendar_runs_into_another_or_out_of_the_picture() -> None:
    """Half a year that begins in the middle of a month, and one whose last day is the first of one."""
    for today in (date(2027, 3, 1), date(2027, 3, 31), date(2026, 10, 6)):
        root = ElementTree.fromstring(calendar({}, today, "en"))
        width = float(root.attrib["viewBox"].split()[2])
        edges = []
        for one in root.iter("{http://www.w3.org/2000/svg}text"):
            if one.get("class") == "soft":
                x, long = float(one.attrib["x"]), 7.3 * len(one.text or "")
                edges.append((x, x + long))
        assert len(edges) >= 5
        assert edges[-1][1] <= width
        assert all(left[1] <= right[0] for left, right in pairwise(edges)), today
