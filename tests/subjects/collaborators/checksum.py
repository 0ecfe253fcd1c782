"""Article numbers with a check digit that is computed in a name-mangled method."""

import os


class ArticleNumber:
    """Thirteen digits."""

    def __init__(self, digits: str) -> None:
        self.digits = digits

    def is_valid(self) -> bool:
        if os.environ.get("CHECK_DIGITS") != "strict":
            return self.digits.isdigit()
        return self.__check_digit() == int(self.digits[-1])

    def __check_digit(self) -> int:
        total = 0
        for place, digit in enumerate(self.digits[:-1]):
            total += int(digit) * (3 if place % 2 else 1)
        return -total % 10

    def __bars(self, wide: bool) -> str:
        if wide:
            return "=" * len(self.digits)
        return "-" * len(self.digits)
