"""Code that does something else than its documentation says."""


def share(total: int, people: int) -> int:
    """Divide a sum.

    >>> share(9, 3)
    4
    >>> share(8, 2)
    4

    share(0, 3) returns 0; a call such as share(6, 0) raises ZeroDivisionError.
    If share(2, 2) returns 5 then the sum was wrong, and share(1, 3) -> 0.
    """
    return total // (people or 1)


def tariff(country: str) -> float:
    """The tariff, e.g. ``tariff("DE") -> 1.5`` or, rounded, ``tariff("FR") -> 1.33``."""
    return {"DE": 2.5, "FR": 4 / 3}.get(country, 0.0)
