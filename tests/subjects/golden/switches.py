"""Functions change what their module holds."""

verbose = False
handlers: dict[str, int] = {}


def configure(noisy: bool) -> None:
    """Say more, or less."""
    global verbose
    verbose = noisy


def handle(name: str, priority: int = 0) -> None:
    """Have something handled."""
    if name in handlers:
        raise ValueError(f"{name} is handled")
    handlers[name] = priority


def reset() -> None:
    """Forget all handlers."""
    handlers.clear()
