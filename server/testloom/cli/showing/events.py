"""What becomes of the events of a job: a progress bar, lines of JSON, and what is reported at the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from testloom.cli.showing.output import json_line
from testloom.cli.showing.progress import ShowProgress
from testloom.model.events.jobs import Event, Progress, encode_event

Tell: TypeAlias = Callable[[Event], None]


def reported(show: ShowProgress, events: list[Event], *, as_json: bool) -> Tell:
    """Shows progress and appends all else to `events`; with `as_json` each event is printed at once."""

    def tell(event: Event) -> None:
        if isinstance(event, Progress):
            show(event)
        else:
            events.append(event)
        if as_json:
            print(json_line(encode_event(event)), flush=True)

    return tell
