"""Rows of one shape become one table with readable ids."""


def grade(points: int) -> str:
    if points >= 90:
        return "A"
    if points >= 75:
        return "B"
    if points >= 50:
        return "C"
    return "F"
