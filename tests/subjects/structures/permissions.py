"""What sets and dictionaries have to hold."""

from __future__ import annotations


def may_publish(rights: set[str], settings: dict[str, int]) -> str:
    """Whether all that it takes is there."""
    if not ("read:draft" in rights and "write:draft" in rights and "write:page" in rights):
        return "no right"
    if "sign:page" not in rights or "review:page" not in rights:
        return "not reviewed"
    if "host" in settings and "port" in settings and "token" in settings and "path" in settings:
        return "publish"
    return "not configured"
