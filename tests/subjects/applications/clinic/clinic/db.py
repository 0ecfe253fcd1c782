from collections.abc import Iterator
from datetime import datetime
from enum import Enum
from functools import lru_cache
from typing import Annotated

from fastapi import Depends
from sqlalchemy import ForeignKey, UniqueConstraint, create_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship, sessionmaker

from clinic.settings import get_settings


class Base(DeclarativeBase):
    pass


class Status(str, Enum):
    BOOKED = "booked"
    CANCELLED = "cancelled"
    ATTENDED = "attended"


class Practitioner(Base):
    __tablename__ = "practitioners"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    speciality: Mapped[str]
    minutes: Mapped[int] = mapped_column(default=30)
    appointments: Mapped[list["Appointment"]] = relationship(
        back_populates="practitioner", cascade="all, delete-orphan"
    )


class Patient(Base):
    __tablename__ = "patients"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    email: Mapped[str] = mapped_column(unique=True)
    phone: Mapped[str | None]
    appointments: Mapped[list["Appointment"]] = relationship(back_populates="patient")


class Appointment(Base):
    __tablename__ = "appointments"
    __table_args__ = (UniqueConstraint("practitioner_id", "starts_at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    practitioner_id: Mapped[int] = mapped_column(ForeignKey("practitioners.id"))
    patient_id: Mapped[int] = mapped_column(ForeignKey("patients.id"))
    starts_at: Mapped[datetime]
    ends_at: Mapped[datetime]
    status: Mapped[Status] = mapped_column(default=Status.BOOKED)
    note: Mapped[str | None]
    practitioner: Mapped[Practitioner] = relationship(back_populates="appointments")
    patient: Mapped[Patient] = relationship(back_populates="appointments")


@lru_cache
def get_engine():
    return create_engine(get_settings().database_url)


def get_session() -> Iterator[Session]:
    with sessionmaker(get_engine())() as session:
        yield session


SessionDep = Annotated[Session, Depends(get_session)]
