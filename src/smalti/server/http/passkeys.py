"""Passkeys: what a browser is asked, and whether its answer is right (WebAuthn, by a library)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_client_data_json
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from smalti.kernel.errors import SmaltiError
from smalti.kernel.words import N_
from smalti.server.keeping.ids import hash_token
from smalti.server.store.accounts import Accounts
from smalti.server.table.changes import Row

QUESTION_S = 300.0
NOT_RIGHT = N_("this passkey was not accepted; please try again")
NO_PASSKEY = N_("this passkey is not known here; perhaps it belongs to another server, or was removed")
NO_ORIGIN = N_("passkeys need a page with a name and encryption (https); use a transfer code instead")
Answer = dict[str, Any]


class BadPasskey(SmaltiError):
    """An answer that is not right."""


@dataclass(frozen=True)
class Passkeys:
    """The questions and answers of one page; its address is part of what a passkey signs."""

    accounts: Accounts
    origin: str
    """Of the page, as its browser says; the door has compared it with ours."""

    @property
    def site(self) -> str:
        """The name that passkeys are bound to."""
        name = urlsplit(self.origin).hostname or ""
        if not name or ":" in name or name.replace(".", "").isdecimal():
            raise BadPasskey(NO_ORIGIN)
        return name

    async def offer(self, person_id: str, name: str, known: list[Row]) -> Answer:
        """What a browser needs to make a new passkey for somebody."""
        options = generate_registration_options(
            rp_id=self.site,
            rp_name="Smalti",
            user_id=person_id.encode(),
            user_name=name,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(one["id"])) for one in known],
        )
        await self._asked(options.challenge)
        return written(options_to_json(options))

    async def ask(self) -> Answer:
        """What a browser needs to show a passkey."""
        options = generate_authentication_options(rp_id=self.site)
        await self._asked(options.challenge)
        return written(options_to_json(options))

    async def take(self, answer: Answer) -> Row:
        """A new passkey, if it is right."""
        question = await self._question(answer)
        try:
            made = verify_registration_response(
                credential=answer,
                expected_challenge=question,
                expected_rp_id=self.site,
                expected_origin=self.origin,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError) as error:
            raise BadPasskey(NOT_RIGHT) from error
        return {
            "id": bytes_to_base64url(made.credential_id),
            "public_key": made.credential_public_key,
            "sign_count": made.sign_count,
        }

    async def check(self, answer: Answer) -> str:
        """Whose passkey was shown."""
        question = await self._question(answer)
        known = await self.accounts.passkey(str(answer.get("id", "")))
        if known is None:
            raise BadPasskey(NO_PASSKEY)
        try:
            shown = verify_authentication_response(
                credential=answer,
                expected_challenge=question,
                expected_rp_id=self.site,
                expected_origin=self.origin,
                credential_public_key=known["public_key"],
                credential_current_sign_count=known["sign_count"],
            )
        except (WebAuthnException, ValueError, KeyError, TypeError) as error:
            raise BadPasskey(NOT_RIGHT) from error
        await self.accounts.used_passkey(known["id"], shown.new_sign_count)
        return str(known["person_id"])

    async def _asked(self, question: bytes) -> None:
        await self.accounts.add_code(hash_token(bytes_to_base64url(question)), "question", None, QUESTION_S)

    async def _question(self, answer: Answer) -> bytes:
        """The question that is answered: one that was asked lately, and is answered for the first time."""
        try:
            question = parse_client_data_json(base64url_to_bytes(answer["response"]["clientDataJSON"])).challenge
        except (WebAuthnException, ValueError, KeyError, TypeError) as error:
            raise BadPasskey(NOT_RIGHT) from error
        asked = await self.accounts.look_up(hash_token(bytes_to_base64url(question)))
        if asked is None or asked["kind"] != "question" or not await self.accounts.take(asked["hash"]):
            raise BadPasskey(NOT_RIGHT)
        return question


def written(options: str) -> Answer:
    """Options of the library as JSON."""
    found: Answer = json.loads(options)
    return found
