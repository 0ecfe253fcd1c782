"""Entries of accounts."""


class Entry:
    """An amount that is booked on an account, until it is cancelled."""

    def __init__(self, account: str, amount: int):
        if not account:
            raise ValueError("an entry is on an account")
        self.account = account
        self.amount = amount
        self.is_cancelled = False

    def cancel(self):
        self.is_cancelled = True

    def reversed(self):
        return Entry(self.account, -self.amount)
