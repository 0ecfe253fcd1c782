"""A token that is valid for some time."""

from datetime import datetime, timedelta, timezone


class Token:
    """Issued at a moment, in ISO format, for so many minutes."""

    def __init__(self, issued: str, minutes: int) -> None:
        self.issued = datetime.fromisoformat(issued)
        self.minutes = minutes

    def state(self) -> str:
        now = datetime.now(timezone.utc).replace(tzinfo=None)
        if now < self.issued:
            return "not yet valid"
        if now - self.issued > timedelta(minutes=self.minutes):
            return "expired"
        return "valid"
