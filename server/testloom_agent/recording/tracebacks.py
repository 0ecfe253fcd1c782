"""Prints the traceback at the end of a program as Python would without the recorder."""

from __future__ import annotations

import os
import sys
from types import TracebackType

from testloom_agent.redaction.places import AGENT

_OURS = os.path.join(AGENT, "")
_IMPORTING = "<frozen importlib."


def hide_recorder() -> None:
    """Have what ends the program be told without frames of the recorder.

    This is for when only that is left of the program, whose own `sys.excepthook` tells it if it has one.
    """
    tell = sys.excepthook

    def hook(kind: type[BaseException], error: BaseException, _: TracebackType | None) -> None:
        _strip(error)
        tell(kind, error, error.__traceback__)

    sys.excepthook = hook


def _strip(error: BaseException) -> None:
    """Remove the recorder's frames from an exception, and from its causes."""
    pending, seen = [error], set[int]()
    while pending:
        one = pending.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        one.__traceback__ = _without_ours(one.__traceback__)
        others = (one.__cause__, one.__context__, *getattr(one, "exceptions", ()))
        pending += [other for other in others if isinstance(other, BaseException)]


def _without_ours(traceback: TracebackType | None) -> TracebackType | None:
    kept: list[TracebackType] = []
    while traceback is not None:
        file = traceback.tb_frame.f_code.co_filename
        if not file.startswith(_OURS):
            kept.append(traceback)
        else:  # Python hides import machinery only if no other file is involved
            while kept and kept[-1].tb_frame.f_code.co_filename.startswith(_IMPORTING):
                kept.pop()
        traceback = traceback.tb_next
    for one, following in zip(kept, [*kept, None][1:], strict=True):
        one.tb_next = following
    return kept[0] if kept else None
