"""Reads balances from a database that is asked asynchronously."""


class LedgerService:
    """What may be known of accounts."""

    def __init__(self, database):
        self.database = database

    async def balance(self, account):
        """The sum of what was booked on an account, None if there is none."""
        visible, is_frozen = await self.database.check_visibility(account)
        if not visible:
            raise PermissionError(account)
        rows = await self.database.execute("select kind, amount from bookings", account)
        if not rows:
            return None
        total = 0
        for kind, amount in rows:
            if kind == "debit":
                amount = -amount
            total += amount
        return 0 if is_frozen else total
