"""Contexts of Flask: exceptions raised because a test case is outside such a context are noted."""

from __future__ import annotations

from testloom_agent.environment.touches import Touch

HOME = "werkzeug.local"
"""The module whose proxies stand for the current request or application."""
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
