"""Tickets as the machines of a tramway print them; each ends with a check letter."""

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


def check_letter(number: str) -> str:
    """Return the letter that a number ends with.

    For example, check_letter("1200") == "P".
    """
    total = sum(place * int(digit) for place, digit in enumerate(number, start=1))
    return LETTERS[total * 17 % 24]


def valid_zones(ticket: str) -> range:
    """Return the zones that a ticket is valid in.

    Example::

        valid_zones("0304-1120K")
        valid_zones("0307-2001G-R")

    Tickets that end with R are valid for the way back, too.
    """
    zones, _, rest = ticket.partition("-")
    number, _, way = rest.partition("-")
    if len(zones) != 4 or not zones.isdigit():
        raise ValueError("no zones")
    if check_letter(number[:-1]) != number[-1:]:
        raise ValueError("wrong check letter")
    first, last = int(zones[:2]), int(zones[2:])
    if way == "R":
        return range(last, first - 1, -1)
    return range(first, last + 1)
