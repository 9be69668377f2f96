"""How a notice leaves the server: sealed to a browser, signed to a program, or as a mail."""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from cryptography.hazmat.primitives.asymmetric import ec

from smalti.kernel.reason import Verbatim
from smalti.kernel.words import N_, say
from smalti.server.club import pushing
from smalti.server.club.mailing import MailServer, letter
from smalti.server.club.outside import FAILED, Answer, NotOutside, post
from smalti.server.club.reaching import Told
from smalti.server.operation.reach import Reach
from smalti.server.table.changes import Row

log = logging.getLogger(__name__)

STOP = "/notices/stop/"
FOOT = N_("You get this mail because you asked for it on {page}. Another click ends all of them: {stop}")
SIGNATURE = "Smalti-Signature"
TAKEN = Answer(200)


@dataclass(frozen=True)
class Sender:
    """Sends one notice to one place."""

    reach: Reach
    secret: bytes
    """Signs the links that end mails."""
    key: ec.EllipticCurvePrivateKey
    """Signs push messages."""
    mail: MailServer | None = None

    async def send(self, place: Row, told: Told, lasts_s: int, now: datetime) -> Answer:
        """What became of it; it never raises."""
        try:
            match place["way"]:
                case "push":
                    return await self._push(place, told, lasts_s, now)
                case "hook":
                    return await self._hook(place, told, now)
                case _:
                    return await self._mail(place, told)
        except NotOutside:
            return FAILED
        except Exception:  # one place that cannot be told must not keep the others waiting
            log.exception("a notice could not be sent by %s", place["way"])
            return FAILED

    async def _push(self, place: Row, told: Told, lasts_s: int, now: datetime) -> Answer:
        """To a browser; its push service learns for how long it is worth keeping, and nothing else."""
        browser, shared = map(pushing.read_bytes, place["secret"].split())
        body = pushing.sealed(written(told.as_json() | {"path": told.path}), browser, shared)
        headers = pushing.headers(self.key, place["address"], self.reach.contact, told.tag, lasts_s, now)
        return await post(place["address"], headers, body, private=self.reach.private)

    async def _hook(self, place: Row, told: Told, now: datetime) -> Answer:
        """To a program. `content` is what Discord shows, `text` what Slack and its like do; nobody is called by it."""
        link = place["origin"] + told.path
        line = " · ".join(filter(None, (told.title, told.body, link)))
        facts = told.as_json() | {"url": link, "content": line, "text": line, "allowed_mentions": {"parse": []}}
        body, moment = written(facts), str(int(now.timestamp()))
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "smalti",
            SIGNATURE: f"t={moment},v1={signature(place['secret'], moment, body)}",
        }
        return await post(place["address"], headers, body, private=self.reach.private)

    async def _mail(self, place: Row, told: Told) -> Answer:
        """By mail, with the way out of it."""
        if self.mail is None:
            return FAILED
        stop = place["origin"] + STOP + stop_token(self.secret, place["id"])
        foot = say(told.language, FOOT, {"page": Verbatim(place["origin"] + "/account"), "stop": Verbatim(stop)})
        text = "\n\n".join(filter(None, (told.title, told.body, place["origin"] + told.path, "--\n" + foot)))
        mark = f"{told.id}.{place['id'][:12]}"
        return TAKEN if await self.mail.send(letter(place["address"], told.title, text, mark, stop)) else FAILED


def written(facts: Mapping[str, object]) -> bytes:
    """JSON, as compact as it goes."""
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode()


def signature(secret: str, moment: str, body: bytes) -> str:
    """By which a program knows that a request is ours and how old it is."""
    return hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()


def stop_token(secret: bytes, reach_id: str) -> str:
    """What ends the mails to an address; nobody else can make it."""
    mark = hmac.new(secret, f"stop {reach_id}".encode(), hashlib.sha256).hexdigest()[:32]
    return f"{reach_id}.{mark}"


def read_stop_token(secret: bytes, token: str) -> str | None:
    """Whose mails are meant, if we have made it."""
    reach_id = token.partition(".")[0]
    return reach_id if hmac.compare_digest(stop_token(secret, reach_id).encode(), token.encode()) else None
