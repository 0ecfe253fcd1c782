"""A desk hands out tickets, and changes them later."""

from __future__ import annotations


class Ticket:
    """A question that is open until it is answered."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.status = "open"


class Desk:
    """Answers tickets in their order."""

    def __init__(self) -> None:
        self._tickets: list[Ticket] = []

    def open(self, title: str) -> Ticket:
        self._tickets.append(Ticket(title))
        return self._tickets[-1]

    def newest(self) -> Ticket:
        return self._tickets[-1]

    def work(self) -> None:
        for ticket in self._tickets:
            ticket.status = "done"
