"""Truth values are asserted without comparing."""


def is_even(number: int) -> bool:
    if number % 2 == 0:
        return True
    return False
