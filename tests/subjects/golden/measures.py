"""Floats are compared approximately, unless they are exact."""


def mean(values: list[float]) -> float:
    if not values:
        raise ValueError("the mean of nothing")
    return sum(values) / len(values)


def third(length: float) -> float:
    return length / 3
