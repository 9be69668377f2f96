"""What the client is told beyond the table itself: packed ids, places, hints."""

from __future__ import annotations

from typing import Any, cast

from smalti.games import GAMES, find_game
from smalti.kernel.chance import Chance
from smalti.kernel.game import CHANCE
from smalti.kernel.match import Match
from smalti.server.keeping.keeper import Keeper
from smalti.server.store.store import Store
from smalti.server.table.chairs import Chair
from smalti.server.table.table import Table
from smalti.server.thinking.workers import hint_question
from smalti.server.wire.messages import last_places, log_places, packed, table_facts

NO_STORE = cast(Store, None)  # nothing is stored in these tests


def table_of(match: Match, *people: str) -> Table:
    chairs = [Chair(seat, person.upper(), person) for seat, person in enumerate(people)]
    row: dict[str, Any] = {"id": "t", "aids": {"undo": True, "hints": True}}
    return Table(row, match, chairs, len(match.log))


def facts_for(table: Table, person: str) -> dict[str, Any]:
    return table_facts(Keeper(table, NO_STORE), person, "en")


def match_of(game: str, seats: int, moves: int = 0) -> Match:
    match = Match.new(find_game(game), seats, {}, Chance.from_seed(7, "client"))
    for number in range(moves):
        seat = match.position.actors()[0]
        legal = match.position.legal_moves(seat)
        match.play(seat, legal[number * 31 % len(legal)])
    return match


def test_packing_keeps_every_path_and_ghost() -> None:
    for name in GAMES:
        position = match_of(name, 2, 3).position
        seat = position.actors()[0]
        choices = find_game(name).drawn.scene(position.view(seat).state, seat, "en").choices
        sent = packed(choices)

        def named(lists: list[list[int]], ids: list[str] = sent["ids"]) -> list[tuple[str, ...]]:
            return [tuple(ids[n] for n in one) for one in lists]

        assert [named(one["paths"]) for one in sent["choices"]] == [list(one.paths) for one in choices]
        assert [named(one["ghost"]) for one in sent["choices"]] == [list(one.ghost) for one in choices]


def test_what_a_move_puts_where_is_what_its_ghost_shows() -> None:
    for name in GAMES:
        for moves in range(12):
            position = match_of(name, 2, moves).position
            seat = position.actors()[0]
            for choice in find_game(name).drawn.scene(position.view(seat).state, seat, "en").choices:
                assert find_game(name).drawn.puts(position.state, seat, choice.move) == choice.ghost


def test_every_line_of_the_log_knows_its_places_without_changing_the_table() -> None:
    for name in GAMES:
        match = match_of(name, 2, 8)
        table = table_of(match, "a", "a")
        before = str(match.position)

        assert all(isinstance(log_places(table, index, 0), list) for index in range(len(match.log)))
        assert str(match.position) == before


def test_a_choice_that_is_hidden_has_no_place_yet() -> None:
    match = match_of("mosaix", 2, 1)
    first = match.position.actors()[0]
    match.play(first, match.position.legal_moves(first)[0])
    table = table_of(match, "a", "b")

    assert log_places(table, len(match.log) - 1, first)
    assert log_places(table, len(match.log) - 1, 1 - first) == []
    assert log_places(table, len(match.log) - 1, CHANCE) == []
    assert last_places(table, 1 - first) == []


def test_one_screen_for_two_is_covered_while_choices_are_hidden() -> None:
    match = match_of("mosaix", 2, 1)
    table = table_of(match, "a", "a")
    assert facts_for(table, "a")["cover"]

    match.play(0, match.position.legal_moves(0)[0])

    assert facts_for(table, "a")["cover"]
    assert not facts_for(table_of(match, "a", "b"), "a")["cover"]


def test_whoever_thinks_does_not_see_what_others_chose() -> None:
    match = match_of("mosaix", 2, 1)
    legal = match.position.legal_moves(1)
    asked = set()
    for move in (legal[0], legal[-1]):
        match.position = match.position.after(1, move)
        asked.add(hint_question(table_of(match, "a", "b"), 0))
        match = match_of("mosaix", 2, 1)

    assert len(asked) == 1


def test_the_symbols_are_the_same_whatever_a_table_plays_with() -> None:
    """A browser loads them once for a game, not once for a table."""
    for game in GAMES.values():
        plain = game.drawn.scene(game.course.setup(game.facts.seat_counts[0], {}), CHANCE, "en")
        for option in game.facts.options:
            for value in option.values:
                chosen = game.course.setup(
                    game.facts.seat_counts[-1], {option.name: [value] if option.several else value}
                )
                scene = game.drawn.scene(chosen, CHANCE, "en")
                assert (scene.defs, scene.style) == (plain.defs, plain.style)
