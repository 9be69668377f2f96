"""The study board in a real browser: chance by hand, branches, comments, the bot's lines, links, records, reviews."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator

from smalti.bots import find_bot
from smalti.bots.simulation import play_bot, write_match
from smalti.games import GAMES, find_game
from smalti.games.maharani.rows.places import SPACE
from smalti.games.majolica.rows.places import kiln_at
from smalti.games.mosaix.moves import STOP
from smalti.games.mosaix.rows.places import cell_of
from smalti.kernel.chance import Chance
from smalti.kernel.match import Match
from smalti.kernel.studies import read_tree
from tests.server.serving import Guest, Server
from tests.web.here import stands_at
from tests.web.looking import PHONE, fits_a_thumb, violations
from tests.web.people import Seat
from tests.web.table import Player, one_of

PICTURES = os.environ.get("SMALTI_STUDY_PICTURES")
"""A folder for pictures of the page, to be looked at."""
SETTLED = "number => window.lastTable?.number > number && window.unanswered.size === 0"
OUTCOMES = "#chance .outcome:not(:disabled)"
BY_THUMB = {"viewport": PHONE, "has_touch": True}


def picture(player: Player, name: str) -> None:
    if PICTURES:
        player.page.screenshot(path=str(Path(PICTURES) / f"{name}.png"))


def begin(player: Player, game: str) -> None:
    """A new study, which begins with chance."""
    player.open(f"/study/{game}")
    player.page.locator("#chance button").first.wait_for()


def told(player: Player) -> dict[str, Any]:
    """What the page knows of the study."""
    study: dict[str, Any] = player.table["study"]
    return study


def settle(player: Player, number: int) -> None:
    """Until what was asked for behind this number is done and shown."""
    player.wait_for(SETTLED, number)


def give(player: Player, place: int) -> None:
    """Chooses one of what chance may give, or one tile after the other."""
    study, number = told(player), player.number
    if study["chance"]:
        player.page.locator(OUTCOMES).nth(place).click()
    else:
        for _ in study["deal"]["places"]:
            player.page.locator(OUTCOMES).first.click()
    settle(player, number)


def close_the_ceremony(player: Player) -> None:
    """First all points are there, then it closes."""
    shown = player.page.locator("#ceremony:not([hidden])")
    shown.wait_for()

    def is_closed() -> bool:
        if shown.count():
            player.page.keyboard.press("Escape")
        return shown.count() == 0

    player.until(is_closed)


def give_all(player: Player) -> None:
    """Chance by hand until somebody is to choose."""
    while told(player)["chance"] is not None:
        give(player, 1 if len(told(player)["chance"]) > 1 else 0)
    player.wait_turn()


def saved(player: Player) -> Any:
    """The record that the page hands out."""
    with player.page.expect_download() as download:
        player.page.locator("#study-record").click()
    return json.loads(Path(download.value.path()).read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", one_of(GAMES, "mosaix"))
def test_a_study_branches_is_commented_saved_and_shared(person: Seat, game: str) -> None:
    player = person(permissions=["clipboard-read", "clipboard-write"])
    page = player.page
    begin(player, game)
    picture(player, f"{game}-chance")
    give_all(player)
    table = player.wait_turn()
    moves = [one["move"] for one in table["choices"]]
    before = len(table["log"])
    player.move(moves[0])
    page.locator("#previous").click()
    player.wait_for("log => window.lastTable.log.length === log && window.unanswered.size === 0", before)
    player.move(moves[-1])
    page.locator("#comment").fill("why not? <b>")
    page.locator("#comment").blur()
    page.locator("#tree .said").wait_for()
    number = player.number
    page.locator("#make-main").click()
    settle(player, number)

    study = told(player)
    ways = [node for node in study["nodes"] if node["parent"] == study["nodes"][before]["id"]]
    assert len(ways) == 2
    assert page.locator("#tree .said").text_content() == "why not? <b>"
    assert page.locator("#tree [aria-current]").count() == 1
    page.locator("[data-drawer=studying]").click()
    record = saved(player)
    tree = read_tree(record, find_game)
    assert (record["format"], record["by_hand"]) == ("smalti-record/1", True)
    assert [node.comment for node in tree.mainline() if node.comment] == ["why not? <b>"]
    branched = [tree, *tree.mainline()][before]
    assert [node.move for node in branched.variations] == [moves[-1], moves[0]]

    page.locator("#study-link").click()
    page.locator("#study-link.done").wait_for()
    friend = person()
    friend.page.goto(page.evaluate("navigator.clipboard.readText()"))
    friend.wait_for("() => window.lastTable !== undefined")
    assert [node["words"] for node in told(friend)["nodes"]] == [node["words"] for node in study["nodes"]]
    page.reload()
    player.wait_for("() => window.lastTable !== undefined")
    assert len(told(player)["nodes"]) == len(study["nodes"])
    assert violations(player) == []


def test_the_bot_tells_lines_and_a_refusal_names_its_clause(player: Player) -> None:
    page = player.page
    begin(player, "maharani")
    give_all(player)
    number, nodes = player.number, len(told(player)["nodes"])
    page.locator("#best-lines").click()
    page.locator("#lines .line").first.wait_for()
    picture(player, "lines-desk")
    assert page.locator("#lines li").count() == 3
    assert page.locator("#lines .difference").first.text_content().strip().count("%") == 2  # type: ignore[union-attr]
    page.locator("#lines .line").nth(1).click()
    settle(player, number)
    assert len(told(player)["nodes"]) > nodes

    page.locator("#previous").click()
    player.wait_turn()
    offered = set(player.offered)
    refused = page.locator('.panel [data-place="0"]').last
    assert 0 not in offered
    refused.click(force=True)
    page.locator("#notice a.clause").wait_for()


def test_a_position_is_set_up_from_text_and_what_is_wrong_with_it_is_said(player: Player) -> None:
    page = player.page
    begin(player, "mosaix")
    give_all(player)
    page.locator("[data-drawer=studying]").click()
    page.locator("#study-text").click()
    text = page.locator("[name=position]")
    player.wait_for("() => document.querySelector('[name=position]').value !== ''")
    position = text.input_value()
    text.fill("nothing like it")
    page.locator("#study-set").click()
    player.wait_for("() => document.querySelector('#notice').textContent !== ''")
    assert ["400" in complaint for complaint in player.complaints] == [True]
    player.complaints.clear()
    changed = position.replace("/7/7/7", "/ooxxtto/7/7", 1)
    text.fill(changed)
    page.locator("#study-set").click()
    player.wait_for("() => window.lastTable?.study?.nodes.length === 1")
    player.wait_turn()
    page.locator("[data-drawer=studying]").click()
    record = saved(player)
    assert (record["format"], record["position"]) == ("smalti-study/1", changed)
    player.move()
    assert len(told(player)["nodes"]) == 2


UNCOVERED = """() => {
  const { x, y, width, height } = document.querySelector("#notice").getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2)?.closest("#notice") !== null;
}"""


def test_on_a_phone_what_is_refused_is_seen_over_the_open_drawer(person: Seat) -> None:
    player = person(**BY_THUMB)
    page = player.page
    begin(player, "mosaix")
    page.locator("[data-drawer=studying]").tap()
    page.locator("#study-review").tap()
    player.wait_for("() => document.querySelector('#notice').textContent !== ''")
    picture(player, "refused-phone")
    assert page.evaluate(UNCOVERED)
    page.get_by_role("link", name="All studies").tap()
    page.locator("h1", has_text="Study board").wait_for()


HANDS = {
    "mosaix": (("circle", cell_of(1, 0)), ("Take away", cell_of(1, 24)), "1.2", "7/7/7/3O3/7/7/7,o6/"),
    "maharani": (("blue tile", SPACE), ("red worker", SPACE + 5), "6.1", "courtyard bv1/"),
    "majolica": (("green", kiln_at(0, 1)), ("purple", kiln_at(0, 3)), "8.6", "-/G/-/-"),
}
"""By game: a tool with a place, another that is refused there, the clause of that, and how the position begins then."""


HANDLED = [("maharani", True), *(pytest.param(game, False, marks=pytest.mark.long) for game in GAMES)]
"""Which games, and whether on a phone."""


def put(player: Player, words: str, place: int, *, by_thumb: bool) -> None:
    """Chooses a tool and clicks a place; a tap that only enlarged the board is repeated."""
    page, press = player.page, Locator.tap if by_thumb else Locator.click
    press(page.locator(f'#placing .outcome[title="{words}"]'))
    page.locator(f'#placing [aria-pressed="true"][title="{words}"]').wait_for()
    press(player.can_at(place))
    if by_thumb and page.locator('#zoom[aria-pressed="true"]').count():
        press(player.can_at(place))


@pytest.mark.parametrize(("game", "by_thumb"), HANDLED)
def test_a_position_is_set_up_by_hand_and_played(person: Seat, game: str, *, by_thumb: bool) -> None:
    """From the palette to places, also on a phone; what cannot be is said with its clause."""
    laid, refused, clause, text = HANDS[game]
    player = person(**BY_THUMB) if by_thumb else person()
    page = player.page
    begin(player, game)
    page.locator("[data-drawer=studying]").click()
    page.locator("#study-place").click()
    page.locator("#placing .outcome").first.wait_for()
    number = player.number
    put(player, *laid, by_thumb=by_thumb)
    settle(player, number)
    picture(player, f"{game}-by-hand")
    put(player, *refused, by_thumb=by_thumb)
    player.wait_for("clause => document.querySelector('#notice').textContent.includes(clause)", clause)
    assert ["400" in complaint for complaint in player.complaints] == [True]
    player.complaints.clear()
    assert violations(player) == []
    page.locator("#placing button.primary").click()
    page.locator("#chance button").first.wait_for()
    page.locator("[data-drawer=studying]").click()
    record = saved(player)
    assert record["format"] == "smalti-study/1"
    assert record["position"].startswith(text)


@pytest.fixture(scope="module")
def finished(server: Server) -> dict[str, Any]:
    """A game of Mosaix alone that a bot has played, handed in: its id and its record."""
    bots = (find_bot("apprentice"),)
    match = Match.new(GAMES["mosaix"], 1, {}, Chance.from_seed(5, "Studied-game-01"), compiled=False)
    while not match.position.is_over:
        play_bot(match, bots, 0)
    record = write_match(match, bots)
    record["seats"][0]["name"] = "Ada"
    Guest(server).post("/api/games", {"record": record, "bots": ["apprentice"]})
    return record


def test_a_game_of_the_real_table_is_brought_in_and_reviewed(person: Seat, finished: dict[str, Any]) -> None:
    player = person(viewport=PHONE, has_touch=True)
    page = player.page
    player.open("/study/mosaix#game=Studied-game-01&at=3")
    stands_at(player, 3)
    assert [node["by"] for node in told(player)["nodes"]].count(-1) > 3
    page.locator("[data-drawer=history]").click()
    picture(player, "tree-phone")
    page.locator("#latest").click()
    close_the_ceremony(player)
    page.locator("[data-drawer=studying]").click()
    picture(player, "tools-phone")
    assert fits_a_thumb(player)
    page.locator("#study-review").click()
    page.locator("#sure-yes").click()
    page.wait_for_url("**/review")
    brought = page.url.split("/")[-2]
    record = player.context.request.get(f"{player.server.url}/api/games/{brought}").json()
    assert record["by_hand"] is True
    assert "chance" not in record
    assert record["scores"] == finished["scores"]
    games = player.context.request.get(f"{player.server.url}/api/games").json()["games"]
    assert brought not in [game["id"] for game in games]
    answer = player.context.request.get(f"{player.server.url}/api/tables/{brought}/chance")
    assert answer.status == 403
    assert read_tree(record, find_game).end().position.is_over


def begin_alone(player: Player, name: str) -> None:
    """Another study of the same game, for one player with a name."""
    page = player.page
    page.locator("[data-drawer=studying]").click()
    page.locator("#study-form [name=seats]").select_option("1")
    page.locator("#study-form [name=name]").first.fill(name)
    page.get_by_role("button", name="From the beginning").click()
    player.wait_for("() => window.lastTable?.seats.length === 1 && window.unanswered.size === 0")
    page.locator("#chance button").first.wait_for()


def click_in(player: Player, rounds: int) -> None:
    """A game of Mosaix alone: what came, what was entered, and in the end that it was stopped."""
    made = 0
    while not player.table["over"]:
        if told(player)["chance"] is not None:
            give(player, 1)
            continue
        choices = [one["move"] for one in player.wait_turn()["choices"]]
        player.move(STOP if made >= 2 * rounds and STOP in choices else None)
        made += 1
    close_the_ceremony(player)


@pytest.mark.long
def test_a_whole_game_is_clicked_in_saved_read_again_and_reviewed(person: Seat, tmp_path: Path) -> None:
    """Chance is drawn once by the button; all else is what the real table gave."""
    player, friend = person(), person()
    page = player.page
    begin(player, "mosaix")
    begin_alone(player, "Ada")
    number = player.number
    page.get_by_role("button", name="Let it be drawn").click()
    settle(player, number)
    assert [node["by"] for node in told(player)["nodes"]][1:] == [-1]
    click_in(player, rounds=2)
    page.locator("[data-drawer=studying]").click()
    record = saved(player)
    end = read_tree(record, find_game).end()
    assert record["by_hand"] is True
    assert [seat["name"] for seat in record["seats"]] == ["Ada"]
    assert end.position.is_over
    assert record["scores"] == list(end.position.scores())

    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    begin(friend, "mosaix")
    friend.page.locator("[data-drawer=studying]").click()
    friend.page.locator("#study-form [name=file]").set_input_files(file)
    friend.wait_for("nodes => window.lastTable?.study?.nodes.length === nodes", len(told(player)["nodes"]))
    assert [node["words"] for node in told(friend)["nodes"]] == [node["words"] for node in told(player)["nodes"]]

    page.locator("#study-review").click()
    page.locator("#sure-yes").click()
    page.wait_for_url("**/review")
    page.locator("#reviewed .graph .line").wait_for()
    brought = player.context.request.get(f"{player.server.url}/api/games/{page.url.split('/')[-2]}").json()
    assert (brought["by_hand"], brought["scores"], brought["log"]) == (True, record["scores"], record["log"])


def test_chance_is_chosen_by_keyboard_alone_and_studies_are_listed(player: Player) -> None:
    page = player.page
    begin(player, "mosaix")
    page.locator("#chance button").first.focus()
    for keys in (["Tab", "Enter"], ["Tab", "Tab", "Enter"]):
        number = player.number
        for key in keys:
            page.keyboard.press(key)
        settle(player, number)
    assert [node["by"] for node in told(player)["nodes"]][1:] == [-1, -1]
    player.wait_turn()
    player.wait_for("() => document.activeElement?.closest('.panel') !== null")
    player.open("/study")
    page.locator("#kept li a").first.wait_for()
    assert violations(player) == []
    page.locator("#kept li a").first.click()
    player.wait_for("() => window.lastTable?.study?.nodes.length === 3")
    player.move()
    player.move()
    assert " enters " in told(player)["nodes"][-1]["words"], "what is hidden at a table is told on a study board"
