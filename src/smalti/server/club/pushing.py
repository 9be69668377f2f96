"""Web Push: a message for one browser, sealed so that only it can read it (RFC 8291), and signed by us (RFC 8292).

The signature is py-vapid's. Sealing one short message is a handful of calls to `cryptography`, held to the example of
the RFC; docs/decisions.md says why no library does it.
"""

from __future__ import annotations

import hashlib
import os
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from smalti.kernel.errors import SmaltiError
from smalti.kernel.words import N_

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""How many keys the curve has, and one."""
RECORD = 4096
LASTS_S = 12 * 3600
"""A signature is good for so long; push services take no more than a day."""
TOPIC = 32
"""So many letters a push service takes to know what a newer message replaces."""
NO_BROWSER = N_("this browser has sent no keys that could be used")


def own_key(secret: bytes) -> ec.EllipticCurvePrivateKey:
    """The key of this server, from 32 bytes that it has drawn once."""
    return ec.derive_private_key(int.from_bytes(secret, "big") % (ORDER - 1) + 1, CURVE)


def point(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public half, as browsers and push services take it."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def write_bytes(value: bytes) -> str:
    """Bytes as they go into headers and pages."""
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def read_bytes(text: str) -> bytes:
    """Bytes as a browser writes them."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def check_keys(public: str, shared: str) -> str:
    """The keys of a browser as they are kept; raises what is wrong with them."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, read_bytes(public))
        if len(read_bytes(shared)) != 16:
            raise ValueError
    except ValueError:
        raise SmaltiError(NO_BROWSER) from None
    return f"{public} {shared}"


def sealed(
    text: bytes, browser: bytes, shared: bytes, once: ec.EllipticCurvePrivateKey | None = None, salt: bytes = b""
) -> bytes:
    """A message that only the browser with this public key and this shared secret can read."""
    once, salt = once or ec.generate_private_key(CURVE), salt or os.urandom(16)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, browser)
    agreed = once.exchange(ec.ECDH(), theirs)
    root = derived(shared, agreed, b"WebPush: info\0" + browser + point(once), 32)
    key = derived(salt, root, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(salt, root, b"Content-Encoding: nonce\0", 12)
    head = salt + struct.pack("!LB", RECORD, len(point(once))) + point(once)
    return head + AESGCM(key).encrypt(nonce, text + b"\2", None)


def derived(salt: bytes, secret: bytes, purpose: bytes, length: int) -> bytes:
    """A key for one purpose."""
    return HKDF(SHA256(), length, salt, purpose).derive(secret)


def headers(
    key: ec.EllipticCurvePrivateKey, endpoint: str, contact: str, topic: str, lasts_s: int, now: datetime
) -> dict[str, str]:
    """What a push service wants to know: who sends, for how long it is worth keeping, and what it replaces."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(now.timestamp()) + LASTS_S, "sub": contact}
    mark = write_bytes(hashlib.sha256(topic.encode()).digest())[:TOPIC]
    return {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(max(0, lasts_s)),
        "Topic": mark,
        "Urgency": "high",
        **Vapid02(key).sign(claims),
    }
