"""Hands events to callables."""

from typing import Callable, Dict, List


class Bus:
    """Handlers by the names of events; one that returns False ends the round."""

    def __init__(self) -> None:
        self._handlers: Dict[str, List[Callable[[str], bool]]] = {}

    def on(self, event: str, handler: Callable[[str], bool]) -> None:
        self._handlers.setdefault(event, []).append(handler)

    def emit(self, event: str, text: str) -> str:
        handlers = self._handlers.get(event)
        if not handlers:
            return "nobody"
        for handler in handlers:
            if handler(text) is False:
                return "stopped"
        return "told"
