"""The pages around the table, as a browser asks for them: a real server, a real SQLite file, HTTP."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from xml.etree import ElementTree

import httpx
import pytest

from smalti.games import GAMES, find_game
from smalti.games.mosaix.moves import STOP
from smalti.server.http.app import create_app
from smalti.server.http.covers import cover_svg
from smalti.server.http.overview import ago, written_day
from smalti.server.http.rules import pictures_of, sections
from smalti.server.operation.settings import Settings
from tests.server.serving import OPEN, Guest, Server, serving
from tests.waiting import PATIENCE_S

HTML = {"accept": "text/html,application/xhtml+xml"}
PAGES = [
    "/",
    "/my-games",
    "/about",
    "/chance",
    "/daily/mosaix",
    "/tournaments",
    *(f"/{kind}/{name}" for kind in ("set-up", "rules") for name in GAMES),
]
FRENCH = {
    "/": "À quoi jouons-nous",
    "/my-games": "Mes parties",
    "/about": "À propos de cette édition",
    "/chance": "une enveloppe scellée",
    "/daily/mosaix": "Relever le défi",
    "/tournaments": "En organiser un",
    "/set-up/mosaix": "Combien de joueurs",
    "/rules/mosaix": "Les règles de Mosaix",
}
ENGLISH = re.compile(r"\b(the|your|with|game|games|play|players|seat|rules)\b")


def somebody(server: Server) -> Guest:
    """A browser that has never been here."""
    guest = Guest(server)
    guest.http.headers.update(HTML)
    return guest


@pytest.fixture
def http(server: Server) -> httpx.Client:
    return somebody(server).http


def words_of(page: str) -> str:
    """What a reader sees."""
    body = re.sub(r"<(script|code|svg)\b.*?</\1>", "", page, flags=re.DOTALL)
    return re.sub(r"<[^>]+>", " ", body)


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_page_answers_in_both_languages(http: httpx.Client, path: str, language: str) -> None:
    answer = http.get(path, params={"language": language})

    assert answer.status_code == 200
    assert f'<html lang="{language}">' in answer.text


@pytest.mark.parametrize("path", PAGES)
def test_no_english_is_left_on_a_french_page(http: httpx.Client, path: str) -> None:
    page = http.get(path, params={"language": "fr"}).text

    assert FRENCH.get(path, "") in page
    seen = words_of(page).replace("Queen Games", "").replace("Blue Magpie Games", "")
    assert ENGLISH.findall(seen) == []


def test_the_browser_s_language_is_taken_until_one_is_chosen(http: httpx.Client) -> None:
    assert '<html lang="fr">' in http.get("/", headers={"accept-language": "fr-CH,de;q=0.8"}).text

    back = http.get("/language/en", params={"to": "/rules/mosaix"}, follow_redirects=False)

    assert back.headers["location"] == "/rules/mosaix"
    assert '<html lang="en">' in http.get("/", headers={"accept-language": "fr"}).text


@pytest.mark.parametrize("away", ["https://example.org/", "//example.org/", "/\\example.org", "javascript:alert(1)"])
def test_the_language_switch_leads_to_no_other_site(http: httpx.Client, away: str) -> None:
    answer = http.get("/language/fr", params={"to": away}, follow_redirects=False)

    assert answer.headers["location"] == "/"


def test_the_language_switch_keeps_the_page(http: httpx.Client) -> None:
    assert 'href="/language/fr?to=/set-up/maharani"' in http.get("/set-up/maharani").text


@pytest.mark.parametrize("path", ["/", "/health", "/nowhere", "/cover/mosaix.svg"])
def test_every_answer_carries_the_headers_that_keep_it_ours(http: httpx.Client, path: str) -> None:
    headers = http.get(path).headers

    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    policy = headers["content-security-policy"]
    assert "frame-ancestors 'none'" in policy
    assert re.findall(r"script[^;]*", policy) in ([], ["script-src 'self' 'wasm-unsafe-eval'"])


def test_a_file_carries_the_policy_that_a_worker_needs(http: httpx.Client) -> None:
    headers = http.get("/static/style.css").headers

    assert headers["x-content-type-options"] == "nosniff"
    assert headers["content-security-policy"] == "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
    assert headers["content-encoding"] == "gzip"
    assert "accept-ranges" not in headers, "what is packed on its way has no parts to ask for"


@pytest.mark.parametrize("path", PAGES)
def test_no_page_brings_inline_script_style_or_anything_from_elsewhere(http: httpx.Client, path: str) -> None:
    page = http.get(path).text

    assert not re.search(r"<script(?![^>]*(src=|application/json))", page)
    assert not re.search(r"<style|\sstyle=|\son\w+=", page)
    assert not re.search(r"(src|href)=\"(https?:)?//", page)


def test_looking_at_pages_changes_nothing(http: httpx.Client) -> None:
    for path in PAGES:
        http.get(path)

    assert "smalti" not in http.cookies
    for path in ("/api/tables", "/api/name", "/api/daily/mosaix", "/api/join/token"):
        assert http.get(path).status_code in (404, 405)


def test_nothing_is_changed_from_a_foreign_page(http: httpx.Client) -> None:
    answer = http.post("/api/daily/mosaix", headers={"origin": "https://example.org"})

    assert answer.status_code == 403


def test_an_address_without_a_page_says_so_and_leads_back(http: httpx.Client) -> None:
    page = http.get("/nowhere", params={"language": "fr"})

    assert page.status_code == 404
    assert "pas de page à cette adresse." in page.text
    assert 'href="/"' in page.text


@pytest.mark.parametrize("path", ["/rules/chess", "/set-up/chess", "/daily/chess", "/daily/maharani", "/table/none"])
def test_what_there_is_not_is_a_page_for_people_and_a_sentence_for_programs(http: httpx.Client, path: str) -> None:
    page = http.get(path)
    data = http.get(path, headers={"accept": "application/json"})

    assert (page.status_code, data.status_code) == (404, 404)
    assert "<h1>" in page.text
    assert data.json()["words"]


def test_a_fault_of_ours_is_admitted_with_a_page(tmp_path: Path) -> None:
    app = create_app(Settings(tmp_path))
    app.add_api_route("/broken", lambda: 1 // 0)

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(
            transport=transport, base_url="http://test", headers=HTML, timeout=PATIENCE_S
        ) as client:
            return await client.get("/broken")

    answer = asyncio.run(ask())

    assert answer.status_code == 500
    assert "Every move that was made is kept." in answer.text
    assert "ZeroDivisionError" not in answer.text
    assert answer.headers["x-frame-options"] == "DENY"


ME = {"kind": "me"}
WRONG_ORDERS = {
    "a game there is not": ({"game": "chess", "seats": [ME]}, "there is no game 'chess'"),
    "too few seats": ({"game": "maharani", "seats": [ME]}, "Maharani is for 2, 3, 4 seats, not 1"),
    "an option there is not": ({"game": "mosaix", "seats": [ME], "options": {"x": "y"}}, "has no option 'x'"),
    "a value there is not": ({"game": "mosaix", "seats": [ME], "options": {"end": "never"}}, "is one of"),
    "a bot there is not": ({"game": "mosaix", "seats": [ME, {"kind": "bot", "bot": "deep"}]}, "there is no bot"),
    "a kind there is not": ({"game": "mosaix", "seats": [{"kind": "cat"}]}, "could not be understood"),
    "a field there is not": ({"game": "mosaix", "seats": [ME], "cheat": True}, "could not be understood"),
    "nobody": ({"game": "mosaix", "seats": []}, "could not be understood"),
}


@pytest.mark.parametrize(("order", "words"), WRONG_ORDERS.values(), ids=WRONG_ORDERS)
def test_a_wrong_order_is_refused_in_words_and_sets_no_table(
    http: httpx.Client, order: dict[str, object], words: str
) -> None:
    answer = http.post("/api/tables", json=order)

    assert answer.status_code in (400, 404)
    assert words in answer.json()["words"]
    assert "/table/" not in http.get("/my-games").text


@pytest.mark.parametrize("name", GAMES)
def test_the_set_up_page_names_every_choice_of_the_game(http: httpx.Client, name: str) -> None:
    page = http.get(f"/set-up/{name}").text

    for option in find_game(name).facts.options:
        for value in option.values if option.several or len(option.values) > 1 else ():
            assert f'value="{value}"' in page
            assert option.say_value(value)[1] in page
    for count in find_game(name).facts.seat_counts:
        assert f'name="seats" value="{count}"' in page


def test_an_invitation_says_who_invites_and_is_taken_by_a_click(server: Server) -> None:
    host, guest = somebody(server), somebody(server)
    host.post("/api/name", {"name": "Ada"})
    made = host.post("/api/tables", {"game": "maharani", "seats": [ME, {"kind": "invite"}]})
    link = made["invitations"]["1"]

    assert "Ada invites you to Maharani" in guest.http.get(link).text
    assert "You already sit at this table" in host.http.get(link).text
    assert "Waiting for" in host.http.get("/").text

    guest.post("/api/name", {"name": "Bob"})

    assert guest.post(f"/api{link}")["table"] == made["table"]
    assert "with Bob" in host.http.get("/my-games").text
    assert "with Ada" in guest.http.get("/my-games").text


def test_a_taken_and_a_wrong_invitation_say_so(server: Server) -> None:
    made = somebody(server).post("/api/tables", {"game": "maharani", "seats": [ME, {"kind": "invite"}]})
    link = made["invitations"]["1"]
    somebody(server).post(f"/api{link}")

    for gone in (link, "/join/never-was-one"):
        late = somebody(server).http.get(gone)
        assert late.status_code == 404
        assert "This invitation is not open any more" in late.text
    answer = somebody(server).http.post(f"/api{link}")
    assert answer.status_code == 403
    assert "taken already" in answer.json()["words"]


def test_a_name_of_choice_is_shown_and_cleaned(http: httpx.Client) -> None:
    http.post("/api/name", json={"name": "  Zoë <b> "})

    assert 'value="Zoë &lt;b&gt;"' in http.get("/my-games").text


@pytest.mark.parametrize("name", [" ", "\u200b", "\u202e\u2066", "\u3164"])
def test_a_name_that_cannot_be_seen_is_refused(server: Server, name: str) -> None:
    guest, seats = Guest(server), [{"kind": "me"}, {"kind": "local", "name": name}]
    named = guest.http.post("/api/name", json={"name": name})
    seated = guest.http.post("/api/tables", json={"game": "mosaix", "seats": seats})
    for answer in (named, seated):
        assert answer.status_code == 400
        assert "at least one letter" in answer.json()["words"]


def test_a_game_that_has_not_begun_waits_for_nobody_in_particular(server: Server) -> None:
    guest = somebody(server)
    guest.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}]})

    assert "The game is about to begin." in words_of(guest.http.get("/my-games").text)


def stop(guest: Guest, table: str) -> None:
    """Ends a solo game of Mosaix at once."""
    guest.sit(table)
    guest.move(move=STOP)
    while not guest.table["over"]:
        guest.receive()


def test_the_daily_challenge_lists_who_has_finished(tmp_path: Path) -> None:
    with serving(tmp_path) as fresh:
        ada, other = somebody(fresh), somebody(fresh)
        ada.post("/api/name", {"name": "Ada"})
        assert "The first place is free" in ada.http.get("/daily/mosaix").text

        table = ada.post("/api/daily/mosaix")["table"]
        assert ada.post("/api/daily/mosaix")["table"] == table
        assert "One person is still playing" in ada.http.get("/daily/mosaix").text

        stop(ada, table)

        assert "Your score today: 8" in " ".join(words_of(ada.http.get("/daily/mosaix").text).split())
        assert "Ada" in words_of(other.http.get("/daily/mosaix").text)
        assert "Take the challenge" in other.http.get("/daily/mosaix").text
        OPEN.close()


def test_everybody_gets_the_same_chance_in_a_daily_challenge(server: Server) -> None:
    guests = somebody(server), somebody(server)
    tables = [guest.post("/api/daily/mosaix")["table"] for guest in guests]
    for guest, table in zip(guests, tables, strict=True):
        guest.sit(table)

    assert tables[0] != tables[1]
    assert guests[0].table["log"][0] == guests[1].table["log"][0]
    assert guests[0].table["commitment"] == guests[1].table["commitment"]


def test_my_games_show_where_it_is_my_turn_first_and_then_what_is_finished(server: Server) -> None:
    guest = somebody(server)
    done = guest.post("/api/tables", {"game": "mosaix", "seats": [ME]})["table"]
    stop(guest, done)
    mine = guest.post("/api/tables", {"game": "mosaix", "seats": [ME]})["table"]
    guest.sit(mine)  # then the game begins
    waiting = guest.post("/api/tables", {"game": "maharani", "seats": [ME, {"kind": "invite"}]})["table"]

    page = guest.http.get("/my-games").text

    assert page.index(mine) < page.index(waiting) < page.index(done)
    shelf = guest.http.get("/").text
    assert mine in shelf
    assert done not in shelf


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_clause_has_an_anchor(http: httpx.Client, name: str, language: str) -> None:
    page = http.get(f"/rules/{name}", params={"language": language}).text

    anchors = re.findall(r'id="clause-([\d.]+)"', page)
    assert anchors == [number for section in sections(name, language) for number, _ in section.clauses]
    assert set(re.findall(r'href="#clause-([\d.]+)"', page)) <= set(anchors)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_rules_have_pictures_drawn_from_positions(http: httpx.Client, name: str, language: str) -> None:
    assert len(pictures_of(name)) >= 2
    for section in pictures_of(name):
        answer = http.get(f"/rules/{name}/picture/{section}.svg", params={"language": language})
        assert answer.headers["content-type"] == "image/svg+xml"
        check_drawing(answer.text)


@pytest.mark.parametrize("name", GAMES)
def test_the_cover_uses_only_pieces_that_the_game_has(name: str) -> None:
    assert find_game(name).facts.about
    check_drawing(cover_svg(find_game(name)))


def check_drawing(svg: str) -> None:
    """Well-formed, and whatever it refers to is there."""
    ElementTree.fromstring(svg)
    known = set(re.findall(r'\bid="([^"]+)"', svg))
    used = set(re.findall(r'href="#([^"]+)"', svg)) | set(re.findall(r"url\(#([^)]+)\)", svg))
    assert used - known == set()


def test_times_are_told_in_words() -> None:
    now = datetime(2026, 11, 15, 12, tzinfo=UTC)
    told = [ago("en", now - timedelta(seconds=s), now) for s in (5, 60, 3000, 3600, 50_000, 90_000, 200_000)]

    assert told == [
        "just now",
        "a minute ago",
        "50 minutes ago",
        "an hour ago",
        "13 hours ago",
        "yesterday",
        "2 days ago",
    ]
    assert ago("fr", now - timedelta(days=3), now) == "il y a 3 jours"
    assert written_day("fr", date(2026, 8, 1)) == "1 août 2026"
