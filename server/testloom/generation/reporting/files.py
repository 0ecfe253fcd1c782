"""The progress of a job about several files."""

from __future__ import annotations

from dataclasses import replace

from testloom.model.events.jobs import Event, EventSink, Progress


def as_one_of(emit: EventSink, number: int, files: int) -> EventSink:
    """Tell the progress of a file, by its number from 0, as that of all."""

    def told(event: Event) -> None:
        if isinstance(event, Progress):
            fraction = round((number + event.fraction) / files, 3)
            event = replace(event, fraction=fraction, file=number + 1, files=files)
        emit(event)

    return told
