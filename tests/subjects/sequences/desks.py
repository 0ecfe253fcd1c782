"""A desk that gives out numbers and is asked by them: what it knows it has to have been told before."""


class Desk:
    """Serves those who have taken a number, as many at a time as there are seats."""

    def __init__(self, seats):
        self._seats = seats
        self._last = 700
        self._waiting = {}
        self._served = []

    def take(self, name):
        if len(self._waiting) == self._seats:
            raise RuntimeError("no seat is free")
        self._last = self._last * 7919 % 100_003
        self._waiting[self._last] = name
        return self._last

    def name_of(self, number):
        return self._waiting[number].upper()

    def serve(self, number):
        if number in self._served:
            return "served before"
        if number not in self._waiting:
            raise LookupError("nobody waits with this number")
        self._served.append(number)
        return "served"

    def leave(self, number):
        if self._waiting.pop(number, None) is None:
            return False
        return number in self._served
