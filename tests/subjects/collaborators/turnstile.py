"""A state machine whose states are nobody's business."""


class Turnstile:
    """Lets one visitor through for each coin, and gives alarm after three attempts without."""

    def __init__(self) -> None:
        self._state = "locked"
        self._attempts = 0

    def coin(self) -> None:
        self._state = "open"

    def push(self) -> bool:
        if self._state == "open":
            self._state = "locked"
            return True
        self._attempts += 1
        return False

    def _service(self, code: int) -> str:
        if code != 7391:
            return "wrong code"
        if self._attempts > 2:
            self._attempts = 0
            return "alarm reset"
        return "nothing to do"
