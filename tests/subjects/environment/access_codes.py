"""Identifiers, passwords and codes that nobody can foretell."""

import os
import secrets
import string
import uuid
from uuid import uuid4

ALPHABET = string.ascii_letters + string.digits


def request_id(prefix: str = "") -> str:
    token = uuid4().hex
    if token[0].isalpha():
        token = "0" + token[1:]
    return f"{prefix}-{token}" if prefix else token


def pair():
    return str(uuid.uuid4()), str(uuid.uuid4())


def password(length: int = 12) -> str:
    if length < 8:
        raise ValueError("a password needs 8 characters")
    while True:
        made = "".join(secrets.choice(ALPHABET) for _ in range(length))
        if any(letter.isdigit() for letter in made):
            return made


def code() -> str:
    return f"{secrets.randbelow(1_000_000):06}"


class Session:
    def __init__(self, user: str) -> None:
        self.user = user
        self.token = secrets.token_urlsafe(16)
        self.salt = os.urandom(8)

    def is_valid(self, token: str) -> bool:
        return secrets.compare_digest(self.token, token)
