"""One registry for the whole program."""

_registry = None


class Registry:
    """Names and what they stand for."""

    def __init__(self) -> None:
        self.entries: dict[str, int] = {}

    def add(self, name: str, value: int) -> None:
        if name in self.entries:
            raise KeyError(f"{name} is taken")
        self.entries[name] = value


def registry() -> Registry:
    global _registry
    if _registry is None:
        _registry = Registry()
    return _registry


def register(name: str, value: int) -> int:
    registry().add(name, value)
    if len(registry().entries) > 2:
        return -1
    return len(registry().entries)
