"""On a phone, upright or across, and on a tablet: what a decision needs is in view, and a thumb can hit it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Browser

from tests.server.serving import Server
from tests.web.decisions import DEALS, LONG_DEALS, Deal, decisions

NARROW = ((360, 640), (844, 390))
"""The two screens with the least room, for the game that asks the most; the long form has all."""
CASES = [
    *(replace(deal, sizes=NARROW) for deal in DEALS if deal.game == "maharani"),
    *(pytest.param(deal, marks=pytest.mark.long) for deal in (*DEALS, *LONG_DEALS)),
]


@pytest.mark.parametrize(
    "deal", CASES, ids=lambda deal: f"{deal.game}-{len(deal.seats)}-{deal.moves}-{len(deal.sizes)}"
)
def test_what_a_decision_needs_is_in_view_and_in_reach(server: Server, browser: Browser, deal: Deal) -> None:
    for seen in decisions(server, browser, deal):
        assert seen.wrong == [], seen.words
