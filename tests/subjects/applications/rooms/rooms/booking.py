from datetime import date, datetime

OPENS, CLOSES = 8, 20


class BookingError(Exception):
    def __init__(self, message, status=400):
        super().__init__(message)
        self.message = message
        self.status = status


def parse_day(text):
    try:
        return datetime.strptime(text, "%Y-%m-%d").date()
    except (TypeError, ValueError):
        raise BookingError(f"not a day: {text!r}") from None


def overlaps(start, hours, other_start, other_hours):
    return start < other_start + other_hours and other_start < start + hours


def check(day, start, hours, taken, max_hours=4, today=None):
    """Raise BookingError unless the room is free at that time."""
    today = today or date.today()
    if day < today:
        raise BookingError("day is in the past")
    if hours < 1 or hours > max_hours:
        raise BookingError(f"between 1 and {max_hours} hours")
    if start < OPENS or start + hours > CLOSES:
        raise BookingError(f"open from {OPENS} to {CLOSES}")
    for other_start, other_hours in taken:
        if overlaps(start, hours, other_start, other_hours):
            raise BookingError(f"taken from {other_start} to {other_start + other_hours}", 409)


def free_slots(taken, hours=1):
    """Start hours at which a booking of so many hours would fit."""
    return [
        start
        for start in range(OPENS, CLOSES - hours + 1)
        if not any(overlaps(start, hours, *other) for other in taken)
    ]
