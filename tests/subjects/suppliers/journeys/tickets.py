"""Tickets, which are valid for some zones."""


class Ticket:
    """A ticket, of which each ride takes one zone."""

    def __init__(self, zones: int, label: str = "single"):
        self.zones = zones
        self.label = label
        self.rides = 0

    def stamp(self):
        if self.rides >= self.zones:
            raise RuntimeError("the ticket is full")
        self.rides += 1

    def left(self):
        return self.zones - self.rides


def day_ticket():
    """Return a ticket for a day."""
    return Ticket(9, "day")
