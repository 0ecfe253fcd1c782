from sqlalchemy import func, select
from sqlalchemy.orm import Session

from shipments.models import Account, Event, Shipment, Status
from shipments.schemas import EventIn, ShipmentIn

ALLOWED = {
    Status.CREATED: {Status.IN_TRANSIT, Status.CANCELLED},
    Status.IN_TRANSIT: {Status.DELIVERED},
    Status.DELIVERED: set(),
    Status.CANCELLED: set(),
}
BANDS = ((500, 390), (2_000, 560), (10_000, 890))


class DuplicateReference(Exception):
    pass


class InvalidTransition(Exception):
    def __init__(self, current: Status, wanted: Status) -> None:
        super().__init__(f"cannot go from {current.value} to {wanted.value}")
        self.current = current
        self.wanted = wanted


def price_for(weight_grams: int, express: bool = False) -> int:
    """Price in cents by weight band; express costs half as much again."""
    if weight_grams <= 0:
        raise ValueError("weight must be positive")
    cents = next((price for limit, price in BANDS if weight_grams <= limit), 1490)
    return cents * 3 // 2 if express else cents


def create_shipment(session: Session, account: Account, data: ShipmentIn) -> Shipment:
    exists = session.scalar(select(Shipment.id).where(Shipment.reference == data.reference))
    if exists is not None:
        raise DuplicateReference(data.reference)
    shipment = Shipment(**data.model_dump(), account_id=account.id)
    shipment.events.append(Event(status=Status.CREATED))
    session.add(shipment)
    session.commit()
    return shipment


def advance(session: Session, shipment: Shipment, data: EventIn) -> Shipment:
    if data.status not in ALLOWED[shipment.status]:
        raise InvalidTransition(shipment.status, data.status)
    shipment.status = data.status
    shipment.events.append(Event(status=data.status, note=data.note))
    session.commit()
    return shipment


def summary(session: Session, account: Account) -> dict[str, int]:
    rows = session.execute(
        select(Shipment.status, func.count()).where(Shipment.account_id == account.id).group_by(Shipment.status)
    )
    counts = {status.value: 0 for status in Status}
    for status, number in rows:
        counts[status.value] = number
    counts["total"] = sum(counts.values())
    return counts
