"""What the page tells of a game: the log in rounds and turns, all that bots did for ears, how it ended and why."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from smalti.games import GAMES
from tests.web.people import Seat
from tests.web.table import BOT, ME, Player, hand_in, hurry, one_of, sit_together


def log_of(player: Player) -> list[list[str]]:
    """Turn by turn: who, what it brought, and its lines."""
    found: list[list[str]] = player.page.locator("#log").evaluate(
        """log => [...log.querySelectorAll(".turn, .line")].reduce((turns, one) => {
          if (one.matches(".turn")) turns.push([...one.children].map((part) => part.textContent));
          else turns.at(-1)?.push(one.textContent);
          return turns;
        }, [])"""
    )
    return found


def number(total: str) -> int:
    return int(total.replace("\u2212", "-") or 0)


@pytest.mark.parametrize("game", one_of(GAMES, "majolica"))
def test_the_log_is_in_turns_and_says_what_each_brought(player: Player, game: str) -> None:
    table = player.make(game, ME, BOT)["table"]
    hurry(table, player, 10)
    player.sit(table)
    player.wait_turn()
    player.page.locator("#log .turn").first.wait_for()
    turns = log_of(player)
    brought = {
        seat["name"]: sum(number(total) for who, total, *_ in turns if who == seat["name"])
        for seat in player.table["seats"]
    }
    assert brought == {seat["name"]: seat["score"] for seat in player.table["seats"]}
    assert all(lines for _, _, *lines in turns)
    rounds = player.page.locator("#log .round").all_text_contents()
    assert rounds == [f"Round {n + 1}" for n in range(len(rounds))]
    assert (game == "maharani") == (not rounds)


def test_everything_a_bot_did_is_said_and_stays_until_it_is_read(player: Player) -> None:
    """Defect 8: the first part of a bot's turn was dropped."""
    player.play("majolica", ME, BOT)
    for _ in range(3):
        player.wait_turn(player.number)
        player.move()
    player.wait_turn(player.number)
    lines = player.page.locator("#log .line").all_inner_texts()[-8:]
    for line in lines:
        player.wait_for("line => document.getElementById('said').textContent.includes(line)", line.split("\n")[0])


def test_dice_say_where_they_lie_and_how_they_are_turned(player: Player) -> None:
    """Defect 8: all were called only "circle" or "cross"."""
    player.play("mosaix", ME)
    player.move()
    player.wait_turn(player.number)
    player.wait_for(
        "() => [...document.querySelectorAll('.panel .can')].every((one) => one.hasAttribute('aria-label'))"
    )
    labels = player.can.evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    dice = [label for label in labels if "row" in label]
    assert len(dice) == len(set(dice)) >= 4
    assert all(", column " in label and any(way in label for way in ("as laid", "turned", "upside")) for label in dice)


def test_the_own_choice_is_drawn_while_others_choose(person: Seat) -> None:
    """Defect 7 and Mosaix 4.2: hidden from the others, not from oneself."""
    host, friend = person(), person()
    sit_together("mosaix", host, friend)
    roller = host if host.table["choices"] else friend
    roller.move()
    host.move(host.wait_turn(roller.number)["choices"][0]["move"])
    drawn = host.page.locator(".panel .pencilled")
    drawn.first.wait_for()
    assert friend.page.locator(".panel .pencilled").count() == 0
    assert "chosen" in (host.page.locator(".for-seat:not(.small) .panel").first.text_content() or "")


def test_the_outline_of_the_last_move_is_that_of_one_turn(player: Player) -> None:
    """Defect 7: alone it covered four turns."""
    player.play("mosaix", ME)
    for _ in range(4):  # two turns
        player.wait_turn(player.number)
        player.move()
    player.wait_turn(player.number)
    marked = player.page.locator(".panel .mark-last").count()
    assert 1 <= marked <= 4


SHARED = ("mosaix-shared", 45, "You share the win with Blaise: 14 points each.", "share the victory")


@pytest.mark.parametrize(
    ("played", "seed", "result", "rule"),
    [
        ("mosaix-won-alone", 10, "You win with 31 points.", ""),
        SHARED,
        pytest.param("maharani-shared", 7, SHARED[2].replace("14", "47"), SHARED[3], marks=pytest.mark.long),
        ("majolica-decided", 98, "Blaise wins with 29 points.", "latest in the order of the first round"),
    ],
)
def test_the_end_is_told_in_a_sentence_and_a_tie_by_its_rule(
    player: Player, played: str, seed: int, result: str, rule: str
) -> None:
    """Defect 6: real games, played by chance and handed in, and how the page shows their end."""
    player.sit(hand_in(player, played, "Ada", "Blaise", seed=seed))
    player.page.locator("#after:not([hidden])").wait_for()
    assert player.shown("#ask").startswith(result)
    if rule:
        expect(player.page.locator("#decision .tie")).to_contain_text(rule)
        assert player.shown("#decision .tie").startswith("Equal points:")
    else:
        assert player.page.locator("#decision .tie").count() == 0


IN_SIGHT = """all => all.filter((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2)?.closest("summary") !== one;
}).length"""


@pytest.mark.parametrize("game", one_of(GAMES, "maharani"))
def test_at_the_end_nobodys_lines_push_others_out_of_sight(player: Player, game: str) -> None:
    """Defect 6: the derivation of one score left no room for the loser, or for one's own."""
    player.sit(hand_in(player, f"{game}-four-people", "Ada", "Blaise", "Cleo", "Dora", seed=3))
    player.page.locator("#after:not([hidden])").wait_for()
    seats = player.page.locator("#seats summary")
    assert seats.count() == 4
    assert seats.evaluate_all(IN_SIGHT) == 0
    for seat in range(4):  # and whoever wants to see how it came about sees that, one after the other
        seats.nth(seat).click()
        player.page.locator("#seats details[open] .derivation li").first.wait_for()
        seats.nth(seat).click()


def test_a_replay_never_says_who_wins_and_alone_the_rank_is_part_of_the_sentence(player: Player) -> None:
    """Defects 6 and 9: "wins" in the middle of a game, "You end with 2 points. lost"."""
    player.play("mosaix", ME)
    player.move(player.wait_turn()["choices"][-1]["move"])
    player.page.locator("#after:not([hidden])").wait_for()
    assert player.shown("#ask") == "You end with 8 points: lost."
    player.page.locator("#ceremony button.primary").click()
    player.page.locator("#log .line").first.click()
    player.page.locator("body.replaying").wait_for()
    assert "wins" not in player.shown("#seats")


def test_on_a_low_screen_the_log_keeps_its_room_beside_the_strip_of_turns(person: Seat) -> None:
    """Defect 10: at 1280 x 800 the strip left about two lines; in French a tab stood in a row of its own."""
    player = person(own=True, locale="fr-FR")
    player.page.add_init_script("localStorage.setItem('smalti-help', 'false')")
    table = player.make("maharani", ME, BOT, {**BOT, "name": "Cleo"})["table"]
    hurry(table, player, 4)
    player.sit(table)
    player.wait_turn()
    player.page.locator("#since:not([hidden]) .line").first.wait_for()
    assert (
        player.page.evaluate(
            "() => new Set([...document.querySelectorAll('.tabs button')].map((one) => one.offsetTop)).size"
        )
        == 1
    )
    assert player.page.evaluate("() => document.getElementById('log').clientHeight / 20") >= 5
    assert player.page.evaluate("() => document.querySelector('.steps').getBoundingClientRect().bottom <= innerHeight")
