"""What stands for the standard streams is as complete as they are."""

from __future__ import annotations

from testloom_agent.execution.isolation.output import Sink, nobody


def test_streams_in_memory_have_the_names_and_modes_of_real_ones() -> None:
    streams = Sink(1, nobody), Sink(2, nobody)

    assert [stream.name for stream in streams] == ["<stdout>", "<stderr>"]
    assert [stream.mode for stream in streams] == ["w", "w"]
