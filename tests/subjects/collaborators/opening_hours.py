"""Says whether a shop is open now."""

from datetime import datetime


class Shop:
    """Open on weekdays from nine to six."""

    def state(self) -> str:
        now = datetime.now()
        if now.weekday() >= 5:
            return "closed at the weekend"
        if now.hour < 9:
            return "not yet open"
        if now.hour >= 18:
            return "already closed"
        return "open"
