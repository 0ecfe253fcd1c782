"""Asks again, waiting longer each time."""

import time


def wait_for(path: str, tries: int = 3, delay: float = 2.0) -> int:
    """How often it had to wait until the file could be read."""
    if tries < 1:
        raise ValueError("no tries")
    for attempt in range(tries):
        try:
            with open(path) as file:
                if file.read().strip() == "ready":
                    return attempt
        except FileNotFoundError:
            pass
        time.sleep(delay * 2**attempt)
    raise TimeoutError(f"{path} is not ready after {tries} tries")
