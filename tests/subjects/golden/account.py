"""A class with rules: names from conditions, exceptions with the stable part of their message."""


class InsufficientFunds(Exception):
    """There is less than was asked for."""


class Account:
    def __init__(self, balance: int = 0) -> None:
        if balance < 0:
            raise ValueError("a balance is never negative")
        self.balance = balance

    def withdraw(self, amount: int) -> None:
        if amount > self.balance:
            raise InsufficientFunds(f"balance is {self.balance}")
        self.balance -= amount
