"""How far the server may reach out: what whoever runs it allows notices to do."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from smalti.kernel.errors import SmaltiError

YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off", "")


@dataclass(frozen=True)
class Reach:
    """Nothing has to be set: browsers are reached by push, programs by hooks on the open internet, mail is off."""

    notices: bool = True
    """Whether anybody is told anything while they are away."""
    contact: str = "mailto:nobody@example.com"
    """Whom a push service may write to about this server: mailto: or https:."""
    private: bool = False
    """Whether notices may go to addresses of the own network, and without TLS."""
    delay_s: float = 20.0
    """Whoever is at the table sees it before anybody is told."""
    mail: str = field(default="", repr=False)
    """The mail server, if there is one."""

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> Reach:
        """As the environment says; `SMALTI_NOTICES=0` switches all of it off."""
        contact = environment.get("SMALTI_NOTICES_CONTACT", cls.contact)
        if not re.fullmatch(r"mailto:[^@\s]+@[\w.-]+|https://[\w.-]+\S*", contact):
            raise SmaltiError(f"SMALTI_NOTICES_CONTACT is an address like mailto:you@example.org, not {contact!r}")
        delay = environment.get("SMALTI_NOTICES_DELAY_S", str(cls.delay_s))
        if not re.fullmatch(r"\d{1,5}(\.\d+)?", delay):
            raise SmaltiError(f"SMALTI_NOTICES_DELAY_S is a number of seconds, not {delay!r}")
        return cls(
            _is_on(environment, "SMALTI_NOTICES", usual="1"),
            contact,
            _is_on(environment, "SMALTI_NOTICES_PRIVATE"),
            float(delay),
            environment.get("SMALTI_MAIL", ""),
        )


def _is_on(environment: Mapping[str, str], name: str, usual: str = "0") -> bool:
    said = environment.get(name, usual).strip().lower()
    if said not in YES + NO:
        raise SmaltiError(f"{name} is 1 or 0, not {said!r}")
    return said in YES
