"""Codes that people read out and type in, and what a device is called."""

from __future__ import annotations

import secrets

from fastapi import Request

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""None of them looks like another."""
BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome", "Safari": "Safari"}
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac", "Linux")


def device_name(request: Request) -> str:
    """What somebody calls a device, as far as its browser tells."""
    agent = request.headers.get("user-agent", "")
    browser = next((name for mark, name in BROWSERS.items() if mark in agent), "?")
    return f"{browser}, {next((name for name in SYSTEMS if name in agent), '?')}"


def new_code(groups: int) -> str:
    """A code that can be read out."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(groups))


def plain(code: str) -> str:
    """A code without what people add to it."""
    return "".join(letter for letter in code.upper() if letter in LETTERS)
