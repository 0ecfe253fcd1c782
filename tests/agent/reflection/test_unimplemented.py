"""Methods of protocols that a mixin calls and does not implement."""

from __future__ import annotations

import ast
from typing import Protocol

from testloom_agent.reflection.members.classes.unimplemented import unimplemented_in
from testloom_agent.reflection.sources import Sources


class Sender(Protocol):
    """What sends commands."""

    def send(self, command: str) -> str:
        """Send a command."""

    def flush(self) -> None: ...

    async def wait(self) -> None: ...

    def name(self) -> str:
        """Return a name."""
        return "sender"


class Commands(Sender):
    """Commands that something else sends."""

    def reset(self) -> str:
        """Reset the other side."""
        self.flush()
        return self.send("RESET")


class Quiet(Commands):
    """Flushes by itself."""

    def flush(self) -> None:
        """Do nothing."""


def test_what_a_class_has_from_a_protocol_only_is_left_to_others() -> None:
    sources = Sources("elsewhere", "elsewhere.py", ast.Module([], []), "/")

    assert unimplemented_in(Commands, sources) == ["send", "flush"]
    assert unimplemented_in(Quiet, sources) == ["send"]
    assert unimplemented_in(Sender, sources) == []
