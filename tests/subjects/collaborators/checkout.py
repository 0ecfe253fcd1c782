"""Charges a customer through a payment gateway."""

from abc import ABC, abstractmethod
from dataclasses import dataclass


@dataclass(frozen=True)
class Response:
    """What the gateway says."""

    approved: bool
    code: str = ""


class Gateway(ABC):
    """Talks to a bank."""

    @abstractmethod
    def authorize(self, amount: int) -> Response: ...


class Checkout:
    """Takes money, unless the bank refuses."""

    def __init__(self, gateway: Gateway) -> None:
        self.gateway = gateway
        self.taken = 0

    def charge(self, amount: int) -> str:
        if amount <= 0:
            raise ValueError("nothing to charge")
        response = self.gateway.authorize(amount)
        if not response.approved:
            return f"declined: {response.code}"
        self.taken += amount
        return "paid"
