import enum
from datetime import UTC, datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from shipments.database import Base


class Status(str, enum.Enum):
    CREATED = "created"
    IN_TRANSIT = "in_transit"
    DELIVERED = "delivered"
    CANCELLED = "cancelled"


class Account(Base):
    __tablename__ = "accounts"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    api_key: Mapped[str] = mapped_column(String(40), unique=True)
    is_active: Mapped[bool] = mapped_column(default=True)
    shipments: Mapped[list["Shipment"]] = relationship(back_populates="account")


class Shipment(Base):
    __tablename__ = "shipments"

    id: Mapped[int] = mapped_column(primary_key=True)
    reference: Mapped[str] = mapped_column(String(20), unique=True)
    destination: Mapped[str] = mapped_column(String(120))
    weight_grams: Mapped[int]
    status: Mapped[Status] = mapped_column(default=Status.CREATED)
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"))
    account: Mapped[Account] = relationship(back_populates="shipments")
    events: Mapped[list["Event"]] = relationship(
        back_populates="shipment", order_by="Event.id", cascade="all, delete-orphan"
    )


class Event(Base):
    __tablename__ = "events"

    id: Mapped[int] = mapped_column(primary_key=True)
    shipment_id: Mapped[int] = mapped_column(ForeignKey("shipments.id"))
    status: Mapped[Status]
    note: Mapped[str] = mapped_column(default="")
    at: Mapped[datetime] = mapped_column(default=lambda: datetime.now(UTC))
    shipment: Mapped[Shipment] = relationship(back_populates="events")
