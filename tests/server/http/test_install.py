"""The pages as an application on a phone: what it is called, what can be shared to it, and codes for a camera."""

from __future__ import annotations

import re

import pytest

from smalti.server.http.app import STATIC
from tests.server.serving import Server

PNG = b"\x89PNG\r\n\x1a\n"
TOKEN = "Zr0aB7-fW6Sg5cE2PPXuQwhn"


def test_the_manifest_names_icons_of_the_sizes_it_says(server: Server) -> None:
    answer = server.get("/manifest.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json()
    assert manifest["display"] == "standalone"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        picture = server.get(icon["src"]).content
        width, height = int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])
        assert (picture[:8], f"{width}x{height}") == (PNG, icon["sizes"])
    assert '<link rel="manifest" href="/manifest.webmanifest">' in server.get("/").text


@pytest.mark.parametrize("where", ["title", "text", "url"])
def test_a_shared_invitation_is_opened(server: Server, where: str) -> None:
    words = f"Come and play: https://example.org/join/{TOKEN} !"
    answer = server.get("/share", params={where: words})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/join/{TOKEN}")


@pytest.mark.parametrize("words", ["", "hello", "https://example.org/join/", "/join/../../etc", "x" * 3000])
def test_what_is_no_invitation_is_refused_in_a_sentence(server: Server, words: str) -> None:
    answer = server.get("/share", params={"text": words})
    assert answer.status_code == 400
    assert answer.json()["words"]


def test_the_code_of_an_invitation_is_a_picture_of_its_address(server: Server) -> None:
    answer = server.get(f"/join/{TOKEN}/code.svg", params={"scheme": "http"})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert re.search(r"<svg [^>]*viewBox=", answer.text)
    other = server.get(f"/join/{TOKEN[:-1]}m/code.svg", params={"scheme": "http"})
    assert other.text != answer.text
    assert server.get(f"/join/{TOKEN}/code.svg", params={"scheme": "ftp"}).status_code == 400


def test_the_icons_are_small() -> None:
    assert sum(path.stat().st_size for path in STATIC.glob("icon-*.png")) < 80_000
