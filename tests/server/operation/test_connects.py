"""Whoever opens connections to tables again and again is told to wait."""

from __future__ import annotations

from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from tests.server.serving import Guest, serving


def come(guest: Guest, table: str, often: int) -> None:
    for _ in range(often):
        guest.sit(table)


def test_coming_again_and_again_is_counted(tmp_path: Path) -> None:
    with serving(tmp_path, SMALTI_LIMIT_PERSON_CONNECTS="3", SMALTI_WORKERS="1") as server:
        flapping, calm = Guest(server), Guest(server)
        table = flapping.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}]})["table"]
        calm.post("/api/name", {"name": "Calm"})
        come(flapping, table, 3)
        with pytest.raises(InvalidStatus) as refused:
            come(flapping, table, 100)  # on a slow machine one more every twenty seconds
        assert refused.value.response.status_code == 429
        assert "too much at once" in (refused.value.response.body or b"").decode()
        calm.sit(table)


def test_who_is_refused_writes_nothing_into_the_log(tmp_path: Path) -> None:
    """Each of them was a line about a fault, so that whoever flapped filled the log."""
    told = {"SMALTI_LIMIT_ADDRESS_CONNECTS": "1", "SMALTI_LOG_FILE": str(tmp_path / "log"), "SMALTI_WORKERS": "1"}
    with serving(tmp_path / "data", **told) as server:
        guest = Guest(server)
        table = guest.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}]})["table"]
        with pytest.raises(InvalidStatus):
            come(guest, table, 100)
        assert server.get("/health").status_code == 200  # it has come back from refusing
        assert "handshake" not in server.log
