"""The parcels that are under way, by their numbers."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

NEXT = {"booked": ("collected", "cancelled"), "collected": ("delivered", "returned")}


class InvalidStatus(Exception):
    pass


@dataclass
class Parcel:
    number: int
    recipient: str
    grams: int
    status: str = "booked"
    history: list[str] = field(default_factory=list)

    def move_to(self, status: str) -> None:
        if status not in NEXT.get(self.status, ()):
            raise InvalidStatus(f"a parcel that is {self.status} cannot be {status}")
        self.history.append(self.status)
        self.status = status

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


class Store:
    def __init__(self) -> None:
        self._parcels: dict[int, Parcel] = {}

    def add(self, recipient: str, grams: int) -> Parcel:
        parcel = Parcel(len(self._parcels) + 1, recipient, grams)
        self._parcels[parcel.number] = parcel
        return parcel

    def get(self, number: int) -> Parcel | None:
        return self._parcels.get(number)

    def with_status(self, status: str | None) -> list[Parcel]:
        return [parcel for parcel in self._parcels.values() if status in (None, parcel.status)]
