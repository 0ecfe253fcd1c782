"""Who pays how much less."""

from dataclasses import dataclass
from enum import Enum


class Customer(Enum):
    """Kinds of customers."""

    GUEST = "guest"
    MEMBER = "member"
    STAFF = "staff"


@dataclass(frozen=True)
class Voucher:
    """A code that takes some percent off, from a minimum total on."""

    code: str
    percent: int
    minimum: int = 0

    def applies_to(self, total: int) -> bool:
        """Tell whether a total is high enough for this voucher."""
        return 0 < self.percent <= 100 and total >= self.minimum


def percent_for(customer: Customer, total: int) -> int:
    """Return the percentage that a customer saves on a total in cents."""
    if total < 0:
        raise ValueError("a total cannot be negative")
    if customer is Customer.STAFF:
        return 30
    if customer is Customer.MEMBER:
        return 15 if total >= 10_000 else 5
    return 0


def discounted(total: int, customer: Customer, voucher: Voucher | None = None) -> int:
    """Return what is left to pay: the better of the customer's discount and the voucher."""
    percent = percent_for(customer, total)
    if voucher is not None and voucher.applies_to(total):
        percent = max(percent, voucher.percent)
    return total - total * percent // 100
