"""Tokens that an object signs and reads again."""

from __future__ import annotations

import hashlib


class Signer:
    """Signs names with a secret."""

    def __init__(self, secret: str) -> None:
        self._secret = secret

    def _digest(self, name: str) -> str:
        return hashlib.sha256(f"{self._secret}/{name}".encode()).hexdigest()[:12]

    def sign(self, name: str) -> str:
        """The name and its signature."""
        return f"{name}.{self._digest(name)}"

    def unsign(self, token: str) -> str:
        """The name in a token."""
        name, _, signature = token.rpartition(".")
        if signature != self._digest(name):
            raise ValueError("bad signature")
        if len(name) > 3:
            return name[:3]
        return name
