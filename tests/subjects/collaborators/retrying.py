"""Calls a function again after it failed."""

from typing import Callable


class GaveUp(Exception):
    """All attempts failed."""


def attempt(action: Callable[[], int], attempts: int = 3) -> int:
    if attempts < 1:
        raise ValueError("at least one attempt")
    for _ in range(attempts):
        try:
            result = action()
        except ConnectionError:
            continue
        if result < 0:
            return 0
        return result
    raise GaveUp(f"{attempts} attempts failed")
