"""Requests to addresses that people have named: to the open internet only, by TLS, once, and not for long.

A name is looked up once, and the line goes to the very address that was looked at; nobody is followed elsewhere. So an
address cannot lead into the network of the server, neither by a redirect nor by a name that changes its mind.
"""

from __future__ import annotations

import asyncio
import ssl
from functools import cache
from ipaddress import IPv6Address, ip_address, ip_network
from socket import IPPROTO_TCP
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

import h11

from smalti.kernel.errors import SmaltiError
from smalti.kernel.reason import Verbatim
from smalti.kernel.words import N_

LONGEST_S = 10.0
MOST_BYTES = 65_536
"""So much of an answer is read to find out how it begins."""
LONGEST_ADDRESS = 2000
PORTS = {"https": 443, "http": 80}
OPEN = ip_network("2000::/3")
"""The addresses of the sixth version that are anybody's; those that carry one of the fourth are left out."""
NO_ADDRESS = N_("this is no address of the web; one looks like {example}")
EXAMPLE = Verbatim("https://example.org/…")
NOT_OUTSIDE = N_("this address is not on the open internet")


class NotOutside(SmaltiError):
    """The address leads to where nothing is sent."""


class Answer(NamedTuple):
    """What became of a request."""

    status: int
    wait_s: float = 0.0
    """For how long the other side wants to be left alone."""

    @property
    def is_taken(self) -> bool:
        """Whether it has arrived."""
        return 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        """Whether nobody is there any more, for ever."""
        return self.status in (404, 410)


FAILED = Answer(0)
"""Nobody answered, or not in the language of the web."""


def read_address(address: str, *, private: bool = False) -> SplitResult:
    """An address that may be asked; raises NotOutside. `private`: also plain, and also inside."""
    try:
        parts = urlsplit(address)
        known = parts.hostname and (parts.port or PORTS.get(parts.scheme))
    except ValueError:
        raise NotOutside(NO_ADDRESS, example=EXAMPLE) from None
    plain = address.isascii() and address.isprintable() and " " not in address and len(address) <= LONGEST_ADDRESS
    if not known or not plain or parts.username is not None or parts.password is not None:
        raise NotOutside(NO_ADDRESS, example=EXAMPLE)
    if parts.scheme != "https" and not (private and parts.scheme == "http"):
        raise NotOutside(NO_ADDRESS, example=EXAMPLE)
    return parts


def is_open(address: str) -> bool:
    """Whether an address is one of the open internet."""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        return found in OPEN and found.is_global and found.sixtofour is None and found.teredo is None
    return found.is_global and not found.is_multicast


async def look_up(parts: SplitResult, *, private: bool) -> str:
    """The address behind a name; all that it stands for must be outside."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(parts.hostname, port_of(parts), proto=IPPROTO_TCP)
    addresses = [str(one[4][0]) for one in found]
    if not addresses or not (private or all(map(is_open, addresses))):
        raise NotOutside(NOT_OUTSIDE)
    return addresses[0]


def port_of(parts: SplitResult) -> int:
    """The port that is meant."""
    return parts.port or PORTS[parts.scheme]


async def post(address: str, headers: dict[str, str], body: bytes, *, private: bool = False) -> Answer:
    """Sends something and says how it was answered; raises NotOutside, and nothing else."""
    parts = read_address(address, private=private)
    try:
        async with asyncio.timeout(LONGEST_S):
            return await _post(parts, headers, body, private=private)
    except (OSError, TimeoutError, UnicodeError, h11.ProtocolError):
        return FAILED


async def _post(parts: SplitResult, headers: dict[str, str], body: bytes, *, private: bool) -> Answer:
    place, secure = await look_up(parts, private=private), parts.scheme == "https"
    name = parts.hostname if secure else None
    reader, writer = await asyncio.open_connection(
        place, port_of(parts), ssl=trusted() if secure else None, server_hostname=name
    )
    try:
        line = h11.Connection(h11.CLIENT)
        writer.write(_written(line, parts, headers, body))
        await writer.drain()
        return await _answer(line, reader)
    finally:
        writer.transport.abort()


def _written(line: h11.Connection, parts: SplitResult, headers: dict[str, str], body: bytes) -> bytes:
    """The request as it goes over the line."""
    told = {"Host": parts.netloc, "Content-Length": str(len(body)), "Connection": "close", **headers}
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    request = h11.Request(method="POST", target=target, headers=list(told.items()))
    events = (request, h11.Data(data=body), h11.EndOfMessage())
    return b"".join(line.send(event) or b"" for event in events)


async def _answer(line: h11.Connection, reader: asyncio.StreamReader) -> Answer:
    """How the answer begins; the rest of it is nobody's business."""
    read = 0
    while True:
        event = line.next_event()
        if isinstance(event, h11.Response):
            wait = dict(event.headers.raw_items()).get(b"Retry-After", b"").decode("ascii", "replace")
            return Answer(event.status_code, float(wait) if wait.isdecimal() and len(wait) < 7 else 0.0)
        if event is h11.NEED_DATA:
            piece = await reader.read(4096)
            read += len(piece)
            line.receive_data(piece)
        if read > MOST_BYTES or isinstance(event, h11.ConnectionClosed):
            return FAILED


@cache
def trusted() -> ssl.SSLContext:
    """Whom this machine trusts."""
    return ssl.create_default_context()
