"""Somebody who is away is told in a real browser: asked first, shown once, and led to the table as it stands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.receiving import Browser, Receiver, receiving
from tests.server.serving import Guest, Server, serving
from tests.web.hosts import PATIENT, wait_until_kept
from tests.web.looking import fits_a_thumb, violations
from tests.web.people import Lounge, Seat
from tests.web.table import INVITE, ME, Player, one_of

SUBSCRIBE = """
  const facts = SUBSCRIPTION;
  const subscription = { endpoint: facts.endpoint, toJSON: () => facts, unsubscribe: async () => true };
  PushManager.prototype.subscribe = async function (wanted) {
    window.wanted = { visible: wanted.userVisibleOnly, key: [...wanted.applicationServerKey] };
    return subscription;
  };
"""
"""The push service of the browser's maker is out of reach here: another one takes its place, with keys of its own."""
SHOWN = """() => navigator.serviceWorker.ready.then((one) => one.getNotifications())
  .then((found) => found.map(({ title, body, tag, data }) => ({ title, body, tag, ...data })))"""
IS_LOOKED_AT = """async (path) => (await self.clients.matchAll({ type: "window", includeUncontrolled: true }))
  .some((page) => new URL(page.url).pathname === path && page.visibilityState === "visible")"""
CLICK = """async () => {
  const [notification] = await self.registration.getNotifications();
  const opened = [];
  self.clients.openWindow = async (url) => void opened.push(url);
  WindowClient.prototype.focus = async function () { return this; };
  const event = new NotificationEvent("notificationclick", { notification });
  const waits = [];
  event.waitUntil = (promise) => waits.push(promise);
  self.dispatchEvent(event);
  await Promise.all(waits);
  return opened;
}"""
"""A click as the system makes it; only that one may open windows and bring them forward, so here that is noted."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    told = {"SMALTI_NOTICES_PRIVATE": "1", "SMALTI_NOTICES_DELAY_S": "0", "SMALTI_WORKERS": "0"}
    with serving(tmp_path_factory.mktemp("data"), PATIENT, **told) as running:
        yield running


@pytest.fixture(scope="module")
def lounge(whole_lounge: Lounge) -> Lounge:
    """What is shown beside a page needs all of a browser."""
    return whole_lounge


@pytest.fixture(scope="module")
def receiver() -> Iterator[Receiver]:
    with receiving() as running:
        yield running


class Line:
    """What the push service of a browser's maker would do: hands a message to the service worker."""

    def __init__(self, player: Player) -> None:
        self.session = player.context.new_cdp_session(player.page)
        self.origin, self.registration = player.server.url, ""
        self.session.on("ServiceWorker.workerRegistrationUpdated", self._noticed)
        self.session.send("ServiceWorker.enable")
        player.until(lambda: bool(self.registration))

    def _noticed(self, told: dict[str, Any]) -> None:
        self.registration = next((one["registrationId"] for one in told["registrations"]), self.registration)

    def deliver(self, told: Any) -> None:
        facts = {"origin": self.origin, "registrationId": self.registration, "data": json.dumps(told)}
        self.session.send("ServiceWorker.deliverPushMessage", facts)

    def brings(self, told: Any, player: Player) -> bool:
        """Once more, until it is shown: in Chromium what is closed late takes another one with its tag along, and on a
        very busy machine one may not arrive at all."""
        self.deliver(told)
        return told["title"] in titles(player)


def reached(person: Seat, browser: Browser, **wishes: Any) -> Player:
    """Somebody who has asked to be told in this browser."""
    player = person(own=True, service_workers="allow", permissions=["notifications"], **wishes)
    player.page.add_init_script(SUBSCRIBE.replace("SUBSCRIPTION", json.dumps(browser.subscription)))
    player.open("/account")
    wait_until_kept(player)
    player.page.locator("#push").click()
    player.page.locator("[data-try]").wait_for()
    return player


def titles(player: Player) -> list[str]:
    """What is shown beside the page."""
    return [one["title"] for one in player.page.evaluate(SHOWN)]


def their_turn(player: Player, server: Server) -> str:
    """A table at which the player is to choose and has not been."""
    made = player.make("mosaix", ME, INVITE)
    friend = Guest(server)
    friend.post(f"/api{made['invitations']['1']}")
    friend.sit(made["table"])
    while friend.moves:
        friend.move()
        friend.wait_for("done")
    friend.leave()
    return str(made["table"])


def test_a_push_is_shown_once_and_a_click_leads_to_the_live_table(
    person: Seat, server: Server, receiver: Receiver
) -> None:
    browser = Browser(receiver, "/push")
    player = reached(person, browser)
    player.page.locator("[data-try]").click()
    [trial] = browser.received()
    assert trial["title"] == "Smalti reaches you here"
    table = their_turn(player, server)
    told = browser.received(2)[1]
    assert (told["title"], told["path"]) == ("Your turn: Mosaix", f"/table/{table}")
    line = Line(player)
    for _ in range(2):
        line.deliver(told)
    player.until(lambda: len(player.page.evaluate(SHOWN)) == 1)
    [shown] = player.page.evaluate(SHOWN)
    assert (shown["title"], shown["tag"], shown["path"]) == (told["title"], table, f"/table/{table}")
    [worker] = player.context.service_workers
    assert worker.evaluate(CLICK) == [f"{server.url}/table/{table}"]
    player.until(lambda: player.page.evaluate(SHOWN) == [])

    player.until(lambda: line.brings(told, player))
    old = player.context.new_page()
    old.goto(f"{server.url}/table/{table}")
    old.evaluate("() => (window.isOld = true)")
    assert worker.evaluate(CLICK) == [], "the page that is open is taken"
    old.wait_for_function("() => !window.isOld")
    assert old.url == f"{server.url}/table/{table}"

    player.until(lambda: worker.evaluate(IS_LOOKED_AT, told["path"]))
    # With a name of its own: what was handed over before the click may still be on its way.
    line.deliver({**told, "id": "later", "tag": "later", "title": "Later"})
    other = {"id": "other", "tag": "other", "title": "Other", "path": "/my-games"}
    player.until(lambda: line.brings(other, player))
    assert "Later" not in titles(player), "it is before their eyes"
    player.until(lambda: [one["table_id"] for one in stored(player)["seen"]] == [table])


HEARD = """
window.notes = [];
window.away = false;
Object.defineProperty(document, "hidden", { get: () => window.away });
const Real = window.Notification;
window.Notification = class extends Real {
  constructor(title, options) {
    super(title, options);
    window.notes.push(`${title}: ${options.body}`);
  }
};
"""


def test_the_title_and_a_notification_tell_that_it_is_my_turn(person: Seat, server: Server) -> None:
    host, friend = person(own=True, permissions=["notifications"]), Guest(server)
    host.page.add_init_script(HEARD)
    made = host.make("maharani", ME, INVITE)
    friend.post(f"/api{made['invitations']['1']}")
    host.sit(made["table"])
    friend.sit(made["table"])
    host.wait_until(friend.table["number"])
    host.page.locator('[data-drawer="more"]').click()
    host.page.locator('[data-switch="notify"]').check()
    while host.table["choices"]:
        host.move()
    friend.wait_until(host.number)
    host.wait_for("() => !document.title.startsWith('●')")
    host.page.evaluate("() => (window.away = true)")
    while friend.moves:
        number = friend.table["number"]
        friend.move()
        friend.wait_until(number + 1)
    host.wait_turn(friend.table["number"])
    assert host.page.title().startswith("● Your turn")
    host.wait_for("() => window.notes.length > 0")
    assert host.page.evaluate("() => window.notes")[0].startswith("Your turn: Maharani: ")


def stored(player: Player) -> Any:
    """All that the server knows of somebody."""
    return player.context.request.get(f"{player.server.url}/api/account/export").json()


@pytest.mark.parametrize("language", one_of(("en-GB", "fr-FR"), "fr-FR"))
def test_switches_are_kept_and_everything_can_be_reached(person: Seat, receiver: Receiver, language: str) -> None:
    player = person(locale=language, viewport={"width": 390, "height": 844})
    player.open("/account")
    page = player.page
    page.locator("#hook input").fill("nowhere")
    page.locator("#hook button").click()
    page.locator("#notices-problem:not(:empty)").wait_for()
    assert ["400" in one for one in player.complaints] == [True]
    player.complaints.clear()
    page.locator("#hook input").fill(f"{receiver.url}/hook")
    page.locator("#hook button").click()
    page.locator("#hooked .letters:not(:empty)").wait_for()
    box = page.locator('#wishes [name="turn"][value="hook"]')
    assert box.is_checked()
    box.uncheck()
    page.locator("#notices-done:not(:empty)").wait_for()
    player.open("/account")
    assert not box.is_checked()
    page.locator("[data-try]").click()
    page.locator("#notices-done:not(:empty)").wait_for()
    title = json.loads(receiver.at("/hook")[-1].body)["title"]
    assert title == {"en-GB": "Smalti reaches you here", "fr-FR": "Smalti vous joint ici"}[language]
    assert violations(player) == []
    assert fits_a_thumb(player)
    page.locator("[data-drop]").click()
    page.locator("[data-drop]").wait_for(state="detached")
