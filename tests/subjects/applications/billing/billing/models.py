from dataclasses import dataclass
from datetime import date
from decimal import Decimal


@dataclass(frozen=True)
class Invoice:
    id: str
    customer: str
    total: Decimal
    due: date
    paid: bool = False

    @classmethod
    def from_json(cls, data):
        return cls(
            id=data["id"],
            customer=data["customer"]["name"],
            total=Decimal(data["total"]) / 100,
            due=date.fromisoformat(data["due"]),
            paid=data.get("status") == "paid",
        )

    def is_overdue(self, today):
        return not self.paid and self.due < today
