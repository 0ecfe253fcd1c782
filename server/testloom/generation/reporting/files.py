"""The progress of a job about several files."""

from __future__ import annotations

from dataclasses import replace

from testloom.model.events.jobs import Event, EventSink, Progress


def as_one_of(emit: EventSink, place: int, files: int) -> EventSink:
    """Tell the progress of the file at a place, from 0, as that of all."""

    def told(event: Event) -> None:
        if isinstance(event, Progress):
            fraction = round((place + event.fraction) / files, 3)
            event = replace(event, fraction=fraction, file=place + 1, files=files)
        emit(event)

    return told
