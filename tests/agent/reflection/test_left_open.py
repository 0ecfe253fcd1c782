"""Methods that classes have from protocols only, and call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.agent.describing import classes


def test_methods_of_protocols_are_left_open_that_do_nothing_and_are_called(
    described: Callable[..., Any],
) -> None:
    description = described(
        """
        class Commands(Protocol):
            def execute(self, *args): ...
            def close(self):
                '''Close the connection.'''
            def ping(self):
                return True
            def unused(self): ...
            async def wait(self): ...

        class Management(Commands):
            def meet(self, host):
                self.close()
                self.wait()
                return self.execute("MEET", host) if self.ping() else None

        class Client(Management):
            def execute(self, *args):
                return args

        class Plain:
            def execute(self, *args): ...
            def meet(self, host):
                return self.execute(host)
        """
    )

    found = {name: known["left_open"] for name, known in classes(description).items()}

    assert found == {"Commands": [], "Management": ["execute", "close"], "Client": ["close"], "Plain": []}
