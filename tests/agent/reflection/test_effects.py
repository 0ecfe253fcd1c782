"""What methods do with the attributes of their objects."""

from __future__ import annotations

from typing import Any

import pytest

from tests.agent.describing import callables

pytestmark = pytest.mark.usefixtures("own_modules")


def test_methods_read_and_write_attributes_of_their_object(described: Any) -> None:
    description = described(
        """
        class Game:
            def __init__(self):
                self.play = None
                self.moves = []
            def start(self, play):
                self.play = play
            def move(self, step):
                self.moves.append(step)
                self.count += 1
            def show(self):
                return self.play.name, self.moves
            def again(self):
                return self.show()
            def queue(self, move):
                heapq.heappush(self.waiting, move)
                print(self.moves)
        """
    )

    found = callables(description)

    assert (found["Game.start"]["reads"], found["Game.start"]["writes"]) == ([], ["play"])
    assert set(found["Game.move"]["writes"]) == {"moves", "count"}
    assert set(found["Game.show"]["reads"]) == {"play", "moves"}
    assert found["Game.queue"]["writes"] == ["waiting"]
    assert set(found["Game.again"]["reads"]) == {"play", "moves"}


def test_functions_read_and_write_names_of_their_module(described: Any) -> None:
    description = described(
        """
        import collections

        LIMIT = 3
        handlers = {}
        waiting = collections.deque()
        verbose = False

        class Settings:
            debug = False

        settings = Settings()

        def configure(noisy):
            global verbose
            verbose = noisy
            settings.debug = noisy
        def handle(name, handler):
            handlers[name] = handler
            _wait(name)
        def _wait(name):
            waiting.append(name)
        def size():
            return min(len(handlers), LIMIT)
        def own(handlers):
            verbose = handlers.pop()
            return verbose
        """
    )

    found = callables(description)

    assert set(found["configure"]["writes"]) == {"verbose", "settings"}
    assert set(found["handle"]["writes"]) == {"handlers", "waiting"}
    assert (set(found["size"]["reads"]), found["size"]["writes"]) == ({"handlers", "LIMIT"}, [])
    assert (found["own"]["reads"], found["own"]["writes"]) == ([], [])
