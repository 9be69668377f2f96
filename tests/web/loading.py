"""What a page loads, in bytes as they come over the line."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any
from urllib.parse import urlsplit

from tests.web.table import Player


class Loaded:
    """Listens to the network of a page, from before its first request on."""

    def __init__(self, player: Player) -> None:
        """Keeps nothing that was loaded before, so that it is a first visit."""
        self.bytes: Counter[str] = Counter()
        self.encoded: dict[str, str] = {}
        self.has_moved = False
        """Whether somebody has made a move, who may be the bot: what is told from then on is the game."""
        self._paths: dict[str, str] = {}
        line = player.context.new_cdp_session(player.page)
        line.on("Network.responseReceived", self._answered)
        line.on("Network.loadingFinished", self._finished)
        line.on("Network.webSocketFrameReceived", self._told)
        line.send("Network.enable")
        line.send("Network.clearBrowserCache")

    @property
    def total(self) -> int:
        """All of it."""
        return sum(self.bytes.values())

    def _answered(self, message: dict[str, Any]) -> None:
        path = urlsplit(message["response"]["url"]).path
        headers = {name.lower(): value for name, value in message["response"]["headers"].items()}
        self._paths[message["requestId"]] = path
        self.encoded[path] = headers.get("content-encoding", "")

    def _finished(self, message: dict[str, Any]) -> None:
        self.bytes[self._paths.get(message["requestId"], "?")] += int(message["encodedDataLength"])

    def _told(self, message: dict[str, Any]) -> None:
        text = message["response"]["payloadData"]
        self.has_moved = self.has_moved or any(event["by"] >= 0 for event in json.loads(text).get("log", ()))
        if not self.has_moved:
            self.bytes["the socket"] += len(text.encode())
