"""What the server answers over HTTP, as the OpenAPI description tells it."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

TABLE = "qXk3r0p5Yb2Zt8aa"


class Refusal(BaseModel):
    """Why something was not done, in a sentence in the reader's language."""

    words: str = Field(examples=["there is no such table"])


class Seated(BaseModel):
    """A table to go to."""

    table: str = Field(examples=[TABLE])


class Made(Seated):
    """A new table, and for each seat that waits for somebody its invitation."""

    invitations: dict[str, str] = Field(default_factory=dict, examples=[{"1": "/join/Zr0aB7-fW6Sg5cE2PPXuQwhn"}])
    commitment: str = Field(description="The SHA-256 of the secret of its chance, which is drawn already.")


class Invitation(BaseModel):
    """A link to a free seat."""

    link: str = Field(examples=["/join/Zr0aB7-fW6Sg5cE2PPXuQwhn"])


class Named(BaseModel):
    """A name as it will be shown."""

    name: str = Field(examples=["Ada"])


class ScoreLine(BaseModel):
    """Points, what they are for, and where they can be seen."""

    points: int
    words: str
    clause: str
    places: list[str]


class Panel(BaseModel):
    """A part of the picture: SVG without its frame."""

    id: str
    label: str
    width: float
    height: float
    x: float
    y: float
    scale: float
    body: str


class Past(BaseModel):
    """The table as it was."""

    ply: int
    scores: list[list[ScoreLine]]
    totals: list[int]
    label: str
    width: float
    height: float
    panels: list[Panel]
    choices: list[Any] = Field(max_length=0)


class Record(BaseModel):
    """A game as docs/records.md describes it; while a daily challenge runs its chance is missing."""

    model_config = ConfigDict(extra="allow")

    format: str = Field(examples=["smalti-record/1"])
    game: str = Field(examples=["mosaix"])
    rules: str
    options: dict[str, Any]
    seats: list[dict[str, Any]]
    log: list[dict[str, Any]]


class Look(BaseModel):
    """Symbols and style that all pictures of a game share."""

    defs: str
    style: str


REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Refusal, "description": "It cannot be understood, or it cannot be done now."},
    403: {"model": Refusal, "description": "It is somebody else's, or it was asked from a foreign page."},
    404: {"model": Refusal, "description": "There is no such table, game or bot."},
    413: {"model": Refusal, "description": "It is too long."},
    429: {"model": Refusal, "description": "It is too much at once; Retry-After says how many seconds to wait."},
    503: {"model": Refusal, "description": "It could not be stored, so it was not done."},
    "4XX": {"model": Refusal, "description": "Any other refusal."},
}
SVG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}}
PAGE_OR_JSON = {
    "text/html": {"schema": {"type": "string"}},
    "application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}},
}
PAGE_REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"description": said["description"], "content": PAGE_OR_JSON} for code, said in REFUSALS.items()
}
"""As a page for whoever asks for HTML."""
