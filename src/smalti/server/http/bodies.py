"""What is sent and answered over HTTP, as the OpenAPI description tells it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from smalti.server.table.paces import STANDS_IN

TABLE = "qXk3r0p5Yb2Zt8aa"


class Strict(BaseModel):
    """A body that has no other fields."""

    model_config = ConfigDict(extra="forbid", str_max_length=200)


class SeatWish(Strict):
    """A seat of a new table."""

    kind: Literal["me", "local", "invite", "bot"]
    name: str = Field("", max_length=40)
    bot: str = Field("random", max_length=40)
    person: str | None = Field(None, pattern=r"^[\w-]{1,32}$", description="For whom an `invite` is kept.")


class Fill(Strict):
    """Bots that take the seats that are still free after a while."""

    bot: str = Field(max_length=40)
    name: str = Field("", max_length=40)
    minutes: int = Field(ge=1, le=1440)


class OpeningWish(Strict):
    """How a table waits for people."""

    listed: bool = Field(description="Whether it stands in the club, and anybody may sit down.")
    fill: Fill | None = None


class PaceWish(Strict):
    """How much time people have, and what happens when it is over; bots have no clock."""

    kind: Literal["clock", "turn", "days"] = Field(
        description="One clock for the whole game, the same time for each turn, or days for each turn."
    )
    time_s: int = Field(description="Seconds; of days, too.", examples=[300])
    more_s: int = Field(0, description="What each turn adds to the clock.", examples=[10])
    over: Literal["bot", "others"] = Field("bot", description="A bot stands in, or the others decide.")
    bot: str = Field(STANDS_IN, max_length=40, description="Which bot stands in.")


class TableOrder(Strict):
    """A new table."""

    game: str
    seats: list[SeatWish] = Field(min_length=1, max_length=4)
    options: dict[str, str | list[str]] = Field(default_factory=dict, max_length=8)
    aids: dict[str, bool] = Field(default_factory=dict, max_length=8)
    rated: bool = Field(False, description="It counts for the ladder (docs/club.md), if it can.")
    private: bool = Field(False, description="Whether only those who sit there may look, also when it is over.")
    opening: OpeningWish | None = None
    pace: PaceWish | None = Field(None, description="None: everybody takes the time they like.")


class Name(Strict):
    """A name of choice."""

    name: str


class HandOver(Strict):
    """A seat for a bot, or back."""

    seat: int = Field(ge=0, le=3)
    bot: str | None = None


class Resignation(Strict):
    """A seat whose person gives up."""

    seat: int = Field(ge=0, le=3)


class Vote(Strict):
    """What is to be done about a seat that is away: a bot plays for it, or the game ends."""

    seat: int = Field(ge=0, le=3)
    wish: Literal["bot", "end"]


class FreeSeat(Strict):
    """A seat that nobody has taken yet."""

    seat: int = Field(ge=0, le=3)


class Filled(FreeSeat):
    """A free seat for a bot."""

    bot: str


class Waits(BaseModel):
    """The games that wait for somebody."""

    count: int
    next: str | None = Field(description="The table with the least time left, then the one that waits longest.")


class Wanted(Strict):
    """The moves that somebody wants to make when their turn comes."""

    seat: int = Field(ge=0, le=3)
    moves: list[Annotated[int, Field(ge=0)]] = Field(max_length=64)
    open: bool = Field(False, description="Whether the answer says what could come next.")


class PreparedStep(BaseModel):
    """A move that is made when the turn comes."""

    move: int
    label: str = Field(description="What it does, in words.")
    places: list[int] = Field(description="Where it was clicked.")


class Prepared(BaseModel):
    """What somebody has prepared at a table."""

    seat: int = Field(description="The seat, or -1 if nothing is prepared.")
    steps: list[PreparedStep]
    fits: bool = Field(description="Whether it would be made if the turn came now.")
    words: str = Field(description="Why it was not made, if it was not.")


class Ahead(Prepared):
    """The same, and the table as it would be then, as rows (docs/wire.md)."""

    pieces: list[int]
    offers: list[int]
    paths: list[int]
    asks: list[int]


class Branch(Strict):
    """A point of a game to go on from."""

    ply: int = Field(ge=0, le=100_000)
    bots: str | None = None
    """The bot for all other seats; none: one plays all seats."""


LONGEST_NOTE = 900
"""Letters; those of four seats make a comment of a record."""


class Noted(BaseModel):
    """A note at a point of a finished game."""

    model_config = ConfigDict(extra="forbid")

    ply: int = Field(ge=0, le=100_000, description="How many entries of the log were carried out.")
    text: str = Field(max_length=LONGEST_NOTE, description="Empty: takes the own note there away.")


class Note(BaseModel):
    """A note with the name of who wrote it."""

    ply: int
    name: str
    text: str


class HandedIn(BaseModel):
    """A game that was played in a browser alone, and which bots played there."""

    model_config = ConfigDict(extra="forbid")

    record: dict[str, Any] = Field(description="Its record; entries by number are enough (docs/records.md).")
    bots: list[Annotated[str, Field(max_length=40)] | None] = Field(
        max_length=4, description="By seat; null: a person."
    )


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


Rows = Annotated[list[int], Field(description="Rows of numbers, one after the other (docs/wire.md).")]


class Past(BaseModel):
    """The table as it was."""

    ply: int
    pieces: Rows
    earns: dict[str, Rows] = Field(description="By seat.")
    totals: list[int]


class LessonStep(BaseModel):
    """One thing to look at or to do."""

    words: list[str] = Field(description="What is said, one sentence for each click.")
    look: list[int] = Field(description="The places that are meant.")
    path: list[int] = Field(description="The places to click, if something is to be done.")
    table: dict[str, Any] = Field(description="The table there, as a socket would send it (docs/wire.md).")
    foreseen: dict[str, Any] = Field(description="What the move would do, as a socket would send it.")


class LessonSteps(BaseModel):
    """A guided first game."""

    steps: list[LessonStep]


class NotThere(BaseModel):
    """What is said of clicks that a lesson does not wait for, as a socket would send it."""

    type: Literal["refused"] = "refused"
    id: None = None
    words: str
    clause: str | None


class Record(BaseModel):
    """A game as docs/records.md describes it; while a daily challenge runs its chance is missing."""

    model_config = ConfigDict(extra="allow")

    format: str = Field(examples=["smalti-record/1"])
    game: str = Field(examples=["mosaix"])
    rules: str
    options: dict[str, Any]
    seats: list[dict[str, Any]]
    log: list[dict[str, Any]]


REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Refusal, "description": "It cannot be understood, or it cannot be done now."},
    403: {"model": Refusal, "description": "It is somebody else's, or it was asked from a foreign page."},
    404: {"model": Refusal, "description": "There is no such table, game or bot."},
    413: {"model": Refusal, "description": "It is too long."},
    429: {"model": Refusal, "description": "It is too much at once; Retry-After says how many seconds to wait."},
    503: {"model": Refusal, "description": "It could not be stored or worked out, so it was not done."},
    "4XX": {"model": Refusal, "description": "Any other refusal."},
}
SVG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}}
CATALOGUE: dict[int | str, dict[str, Any]] = {
    200: {"description": "Tables of a game.", "content": {"application/json": {"schema": {"type": "object"}}}}
}
PAGE_OR_JSON = {
    "text/html": {"schema": {"type": "string"}},
    "application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}},
}
PAGE_REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"description": said["description"], "content": PAGE_OR_JSON} for code, said in REFUSALS.items()
}
"""As a page for whoever asks for HTML."""
