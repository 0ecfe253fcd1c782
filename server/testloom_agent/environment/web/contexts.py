"""Contexts of Flask that a test case was not within: what that raises is noted."""

from __future__ import annotations

from testloom_agent.environment.touches import Touch

HOME = "werkzeug.local"
"""The module whose proxies stand for what is under way."""
PARTS = {"application": "outside of application context", "request": "outside of request context"}


def context_missed(error: BaseException) -> Touch | None:
    """Find the Flask context that an error means to be missing; None for other errors."""
    trace = error.__traceback__
    if type(error) is not RuntimeError or trace is None:
        return None
    while trace.tb_next is not None:
        trace = trace.tb_next
    if trace.tb_frame.f_globals.get("__name__") != HOME:
        return None
    said = str(error)
    return next((("context", part) for part, words in PARTS.items() if words in said), None)
