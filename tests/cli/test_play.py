"""The table in a terminal, driven by keys and clicks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from smalti.cli.main import run
from smalti.cli.saves import Saves, data_folder
from smalti.cli.tui.app import PlayApp
from smalti.cli.tui.menu import MenuScreen
from smalti.cli.tui.moves import MoveList
from smalti.cli.tui.pages import Curtain, Keys, Result
from smalti.cli.tui.plan import Plan
from smalti.cli.tui.table import TableScreen
from smalti.games import GAMES
from smalti.games.mosaix.moves import encode_enter
from smalti.kernel.game import Game

MOSAIX = GAMES["mosaix"]
Driver = Callable[["Pilot[None]"], Awaitable[None]]


def drive(app: PlayApp, driver: Driver, size: tuple[int, int] = (80, 24)) -> None:
    """Runs the app without a terminal, and the driver on it."""

    async def session() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await driver(pilot)

    asyncio.run(session())


def app_for(folder: Path, seats: int = 1, bots: int = 0, **settings: Any) -> PlayApp:
    game = settings.pop("game", MOSAIX)
    return PlayApp(Plan(game, seats, bots), Saves(folder), seed=7, **{"starts": True} | settings)


def table(pilot: Pilot[None]) -> TableScreen:
    """The table, under whatever page lies over it."""
    return next(screen for screen in pilot.app.screen_stack if isinstance(screen, TableScreen))


def read(pilot: Pilot[None], name: str) -> str:
    return str(table(pilot).query_one(name, Static).content)


def saved(folder: Path) -> dict[str, Any]:
    (file,) = folder.glob("*.jsonl")
    record: dict[str, Any] = json.loads(file.read_text())
    return record


def test_a_whole_solo_game_by_keyboard(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None]) -> None:
        for _ in range(200):
            if isinstance(pilot.app.screen, Result):
                break
            await pilot.press("enter")
        assert isinstance(pilot.app.screen, Result)
        words = str(pilot.app.screen.words)
        assert "The game is over" in words
        assert "(rule 6.4)" in words
        assert "(rule 7.7)" in words

    drive(app_for(tmp_path), play)

    assert "scores" in saved(tmp_path)
    assert run(["verify", str(next(tmp_path.glob("*.jsonl")))]) == 0


def test_a_game_from_elsewhere_is_played_by_the_list_of_moves(tmp_path: Path, pebbles: Game) -> None:
    async def play(pilot: Pilot[None]) -> None:
        await pilot.press("l")
        for _ in range(60):
            if isinstance(pilot.app.screen, Result):
                break
            await pilot.press("enter")
        assert isinstance(pilot.app.screen, Result)
        assert "(rule 4.1)" in str(pilot.app.screen.words)

    drive(app_for(tmp_path, seats=2, bots=1, game=pebbles), play)


def test_stopping_is_in_the_list_and_can_be_taken_back(tmp_path: Path) -> None:
    """Mosaix 7.6: the player may stop."""

    async def play(pilot: Pilot[None]) -> None:
        await pilot.press("tab", "enter")
        assert isinstance(pilot.app.screen, Result)
        await pilot.press("u")
        assert isinstance(pilot.app.screen, TableScreen)
        assert not table(pilot).sight.position.is_over

    drive(app_for(tmp_path), play)

    assert "scores" not in saved(tmp_path)


def test_a_placement_by_mouse(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        # Three cells of room, three letters a cell, two for the row's number and one of padding.
        cell = (1 + 2 + 3 * (3 + 1) + 1, 3 + 1)
        await pilot.click("#board", offset=cell)
        assert read(pilot, "#message").startswith("enters")
        assert len(table(pilot).table.match.log) == 2
        await pilot.click("#board", offset=cell)
        assert len(table(pilot).table.match.log) == 4

    drive(app_for(tmp_path), play)

    assert saved(tmp_path)["log"][2]["do"] == "enter"


def test_a_refusal_names_its_clause(tmp_path: Path) -> None:
    """Mosaix 4.6: no die on a marked cell."""

    async def play(pilot: Pilot[None]) -> None:
        await pilot.press("2", "enter")
        screen = table(pilot)
        screen.turn_to(encode_enter(0, 3, 3))
        assert "Enter tells why" in read(pilot, "#message")
        await pilot.press("enter")
        assert "d4 is already marked" in read(pilot, "#message")
        assert "(rule 4.6)" in read(pilot, "#message")
        assert len(screen.table.match.log) == 2

    drive(app_for(tmp_path), play)


def test_undo_reaches_back_to_what_was_revealed(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        assert len(table(pilot).table.match.log) == 2
        await pilot.press("u")
        assert len(table(pilot).table.match.log) == 1
        await pilot.press("u")
        assert "nothing can be taken back" in read(pilot, "#message")

    drive(app_for(tmp_path), play)


def test_a_match_is_saved_after_each_move_and_goes_on(tmp_path: Path) -> None:
    async def leave(pilot: Pilot[None]) -> None:
        await pilot.press("enter", "enter", "q")

    drive(app_for(tmp_path, seats=2, bots=1), leave)
    before = saved(tmp_path)

    async def resume(pilot: Pilot[None]) -> None:
        assert isinstance(pilot.app.screen, MenuScreen)
        await pilot.press("enter")
        assert [event.entry for event in table(pilot).table.match.log] == before["log"]
        assert [bot.name if bot else None for bot in table(pilot).table.bots] == [None, "random"]

    drive(app_for(tmp_path, starts=False), resume)

    assert saved(tmp_path) == before
    assert any(entry["do"] == "enter" for entry in before["log"])


def test_the_same_seed_gives_the_same_dice_and_a_file_of_its_own(tmp_path: Path) -> None:
    async def leave(pilot: Pilot[None]) -> None:
        await pilot.press("q")

    for _ in range(2):
        drive(app_for(tmp_path), leave)

    first, second = (json.loads(file.read_text()) for file in tmp_path.glob("*.jsonl"))
    assert first == second


def test_a_damaged_save_is_not_offered(tmp_path: Path) -> None:
    (tmp_path / "broken.jsonl").write_text("{")

    assert Saves(tmp_path).unfinished() == []


def test_the_screen_is_handed_over_where_choices_are_hidden(tmp_path: Path) -> None:
    """Mosaix 4.2: nobody sees the others' choices before all are in."""

    async def play(pilot: Pilot[None]) -> None:
        roller = table(pilot).sight.seat
        await pilot.press("enter")
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, Curtain)
        await pilot.press("enter")
        screen = table(pilot)
        assert screen.sight.seat == 1 - roller
        assert f"Seat {roller + 1} has chosen" in read(pilot, "#log")
        assert "enters" not in read(pilot, "#log")
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, TableScreen)
        assert read(pilot, "#log").count("enters") == 2

    drive(app_for(tmp_path, seats=2), play)


def test_a_hidden_choice_can_be_taken_back_by_its_owner(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None]) -> None:
        roller = table(pilot).sight.seat
        await pilot.press("enter", "enter", "enter")
        assert table(pilot).sight.seat == 1 - roller
        await pilot.press("u")
        assert not any(event.entry["do"] == "enter" for event in table(pilot).table.match.log)

    drive(app_for(tmp_path, seats=2), play)


def test_everything_speaks_french(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None]) -> None:
        assert read(pilot, "#ask").startswith("Place 1")
        assert "Dés" in read(pilot, "#side")
        await pilot.press("question_mark")
        assert isinstance(pilot.app.screen, Keys)
        assert "Les flèches" in str(pilot.app.screen.words)

    drive(app_for(tmp_path, language="fr"), play)


def test_all_moves_can_be_listed_filtered_and_clicked(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None]) -> None:
        await pilot.press("slash", *"shape O")
        moves = table(pilot).query_one(MoveList)
        assert moves.query_one(Input).value == "shape O"
        assert 0 < len(moves.shown) < len(moves.choices)
        await pilot.pause()
        await pilot.click("#options", offset=(3, 0))
        assert "lays the shape O" in read(pilot, "#log")

    drive(app_for(tmp_path), play)


def test_the_menu_changes_the_table_and_starts_it(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None]) -> None:
        await pilot.press("down", "down", "right", "down", "right")
        assert "1" in str(pilot.app.screen.query_one(OptionList).get_option_at_index(3).prompt)
        await pilot.press("up", "up", "up", "enter")
        assert [bot is None for bot in table(pilot).table.bots] == [True, False]

    drive(app_for(tmp_path, starts=False), play)


def test_the_menu_can_be_left(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None]) -> None:
        await pilot.press("q")

    drive(app_for(tmp_path, starts=False), play)

    assert list(tmp_path.iterdir()) == []


def test_hints_are_off_unless_asked_for(tmp_path: Path) -> None:
    async def silent(pilot: Pilot[None]) -> None:
        assert table(pilot).gains == {}

    async def helpful(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        screen = table(pilot)
        best = max(screen.gains, key=lambda move: int(screen.gains[move]))
        before, after = screen.sight.position, screen.sight.position.play(best, 0)
        assert screen.gains[best] == f"{after.scores()[0] - before.scores()[0]:+d}"

    drive(app_for(tmp_path), silent)
    drive(app_for(tmp_path, hints=True), helpful)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_game_is_played_to_a_second_decision(game: Game, tmp_path: Path) -> None:
    async def play(pilot: Pilot[None]) -> None:
        screen = table(pilot)
        first = len(screen.table.match.log)
        assert read(pilot, "#ask")
        await pilot.press("enter")
        assert len(screen.table.match.log) > first

    drive(app_for(tmp_path, seats=game.facts.seat_counts[0], game=game), play, size=(120, 40))


def test_the_data_folder_is_the_users() -> None:
    assert data_folder({"SMALTI_DATA_DIR": "/a"}) == Path("/a")
    assert data_folder({"XDG_DATA_HOME": "/b"}) == Path("/b/smalti")
    assert data_folder({}).name == "smalti"
