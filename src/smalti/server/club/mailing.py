"""Mail, where whoever runs the server has named a mail server; sent from a thread, because it takes its time."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
from dataclasses import dataclass, field
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime
from urllib.parse import parse_qs, unquote, urlsplit

from smalti.kernel.errors import SmaltiError
from smalti.kernel.words import N_
from smalti.server.operation import clock

LONGEST_S = 15.0
PORTS = {"smtp": 25, "smtps": 465}
LIKE_AN_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z0-9-]{2,63}")
NO_MAIL_ADDRESS = N_("this is no mail address; one looks like name@example.org")
VARIABLE = "SMALTI_MAIL"


@dataclass(frozen=True)
class MailServer:
    """Through whom mail is sent, and in whose name."""

    host: str
    port: int
    sender: str
    secure: bool = False
    """TLS from the first byte; else it is asked for, and insisted on where there is a password."""
    user: str = ""
    password: str = field(default="", repr=False)

    @classmethod
    def read(cls, address: str) -> MailServer | None:
        """From `smtp://user:password@host:port/?from=club@example.org`; nothing where nothing is said."""
        if not address:
            return None
        try:
            parts = urlsplit(address)
            port, sender = parts.port or PORTS[parts.scheme], parse_qs(parts.query)["from"][0]
        except (ValueError, KeyError):
            raise SmaltiError(
                f"{VARIABLE} looks like smtp://user:password@host:587/?from=club@example.org, or smtps://…"
            ) from None
        secure, user = parts.scheme == "smtps", unquote(parts.username or "")
        sender, password = read_mail_address(sender), unquote(parts.password or "")
        return cls(parts.hostname or "localhost", port, sender, secure, user, password)

    async def send(self, message: EmailMessage) -> bool:
        """Whether the mail server has taken it."""
        message["From"], message["Date"] = self.sender, format_datetime(clock.now())
        try:
            await asyncio.to_thread(self._send, message)
        except (OSError, smtplib.SMTPException, MessageError, UnicodeError):
            return False
        return True

    def _send(self, message: EmailMessage) -> None:
        secrecy = ssl.create_default_context()
        with (
            smtplib.SMTP_SSL(self.host, self.port, timeout=LONGEST_S, context=secrecy)
            if self.secure
            else smtplib.SMTP(self.host, self.port, timeout=LONGEST_S)
        ) as line:
            line.ehlo()
            if not self.secure and (self.user or line.has_extn("starttls")):
                line.starttls(context=secrecy)
            if self.user:
                line.login(self.user, self.password)
            line.send_message(message)


def read_mail_address(text: str) -> str:
    """A mail address as people write it; raises what is wrong with it."""
    address = text.strip()
    try:
        Address(addr_spec=address)
    except (MessageError, ValueError, IndexError):
        raise SmaltiError(NO_MAIL_ADDRESS) from None
    if len(address) > 200 or not LIKE_AN_ADDRESS.fullmatch(address):
        raise SmaltiError(NO_MAIL_ADDRESS)
    return address


def letter(to: str, subject: str, text: str, mark: str, stop: str = "") -> EmailMessage:
    """A mail; a second one with the same mark is the same mail, and `stop` is the address that ends all of them."""
    message = EmailMessage()
    message["To"], message["Subject"], message["Message-ID"] = to, " ".join(subject.split()), f"<{mark}@smalti>"
    message["Auto-Submitted"] = "auto-generated"
    if stop:
        message["List-Unsubscribe"], message["List-Unsubscribe-Post"] = f"<{stop}>", "List-Unsubscribe=One-Click"
    message.set_content(text)
    return message
