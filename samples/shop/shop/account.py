"""Accounts that customers pay from."""


class InsufficientFunds(Exception):
    """The account holds less than what was asked of it."""


class Account:
    """Money of one customer, in cents; it never goes below zero."""

    def __init__(self, balance: int = 0) -> None:
        if balance < 0:
            raise ValueError(f"an account cannot start below zero: {balance}")
        self.balance = balance

    def deposit(self, amount: int) -> None:
        """Add money to the account."""
        self._check(amount)
        self.balance += amount

    def withdraw(self, amount: int) -> int:
        """Take money out of the account and return what is left."""
        self._check(amount)
        if amount > self.balance:
            raise InsufficientFunds(f"cannot withdraw {amount}: the balance is {self.balance}")
        self.balance -= amount
        return self.balance

    def transfer(self, amount: int, other: "Account") -> None:
        """Move money to another account."""
        if other is self:
            raise ValueError("cannot transfer to the same account")
        self.withdraw(amount)
        other.deposit(amount)

    @staticmethod
    def _check(amount: int) -> None:
        if amount <= 0:
            raise ValueError(f"the amount must be positive: {amount}")
