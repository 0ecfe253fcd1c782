"""Secrets for sessions."""

import os
import secrets


def secret(length: int = 16) -> str:
    if length < 8:
        raise ValueError("too short")
    given = os.environ.get("SESSION_SECRET")
    if given:
        if len(given) < length:
            raise ValueError("SESSION_SECRET is too short")
        return given
    token = secrets.token_hex(length)
    if token.startswith("0"):
        return "x" + token[1:]
    return token
