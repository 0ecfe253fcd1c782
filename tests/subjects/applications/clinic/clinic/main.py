from collections import Counter
from contextlib import asynccontextmanager
from datetime import date, datetime, time, timedelta
from typing import Annotated

from fastapi import APIRouter, Depends, FastAPI, Header, HTTPException, Query, Response, status
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from clinic.db import Appointment, Base, Patient, Practitioner, SessionDep, Status, get_engine
from clinic.schemas import AppointmentIn, AppointmentOut, PatientIn, PatientOut
from clinic.settings import Settings, get_settings

SettingsDep = Annotated[Settings, Depends(get_settings)]


def require_admin(settings: SettingsDep, authorization: Annotated[str, Header()] = "") -> None:
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer" or token != settings.admin_token:
        raise HTTPException(
            status.HTTP_401_UNAUTHORIZED, "admin token needed", headers={"WWW-Authenticate": "Bearer"}
        )


class Page:
    def __init__(
        self,
        limit: Annotated[int, Query(ge=1, le=100)] = 20,
        offset: Annotated[int, Query(ge=0)] = 0,
    ) -> None:
        self.limit = limit
        self.offset = offset


def overlapping(session: Session, practitioner_id: int, start: datetime, end: datetime) -> bool:
    statement = (
        select(func.count())
        .select_from(Appointment)
        .where(
            Appointment.practitioner_id == practitioner_id,
            Appointment.status != Status.CANCELLED,
            Appointment.starts_at < end,
            Appointment.ends_at > start,
        )
    )
    return session.scalar(statement) > 0


def within_hours(start: datetime, end: datetime, settings: Settings) -> bool:
    if start.date() != end.date() or start.weekday() >= 5:
        return False
    return time(settings.opens) <= start.time() and end.time() <= time(settings.closes)


def free_slots(
    session: Session, practitioner: Practitioner, day: date, settings: Settings
) -> list[datetime]:
    step = timedelta(minutes=practitioner.minutes)
    start = datetime.combine(day, time(settings.opens))
    slots = []
    while within_hours(start, start + step, settings):
        if not overlapping(session, practitioner.id, start, start + step):
            slots.append(start)
        start += step
    return slots


patients = APIRouter(prefix="/patients", tags=["patients"])
appointments = APIRouter(prefix="/appointments", tags=["appointments"])


@patients.post("", response_model=PatientOut, status_code=status.HTTP_201_CREATED)
def register(patient: PatientIn, session: SessionDep):
    row = Patient(**patient.model_dump())
    session.add(row)
    try:
        session.commit()
    except IntegrityError:
        session.rollback()
        raise HTTPException(status.HTTP_409_CONFLICT, "e-mail address is taken") from None
    return row


@patients.get("/{patient_id}/appointments", response_model=list[AppointmentOut])
def history(
    patient_id: int, session: SessionDep, page: Annotated[Page, Depends()], all: bool = False
):
    if session.get(Patient, patient_id) is None:
        raise HTTPException(status.HTTP_404_NOT_FOUND, "no such patient")
    statement = (
        select(Appointment)
        .where(Appointment.patient_id == patient_id)
        .order_by(Appointment.starts_at.desc())
        .limit(page.limit)
        .offset(page.offset)
    )
    if not all:
        statement = statement.where(Appointment.status == Status.BOOKED)
    return session.scalars(statement).all()


@appointments.post("", response_model=AppointmentOut, status_code=status.HTTP_201_CREATED)
def book(wanted: AppointmentIn, session: SessionDep, settings: SettingsDep):
    practitioner = session.get(Practitioner, wanted.practitioner_id)
    if practitioner is None or session.get(Patient, wanted.patient_id) is None:
        raise HTTPException(status.HTTP_404_NOT_FOUND, "no such practitioner or patient")
    end = wanted.ends_at or wanted.starts_at + timedelta(minutes=practitioner.minutes)
    if not within_hours(wanted.starts_at, end, settings):
        raise HTTPException(status.HTTP_422_UNPROCESSABLE_ENTITY, "outside of opening hours")
    if overlapping(session, practitioner.id, wanted.starts_at, end):
        raise HTTPException(status.HTTP_409_CONFLICT, "practitioner is busy")
    row = Appointment(
        practitioner=practitioner,
        patient_id=wanted.patient_id,
        starts_at=wanted.starts_at,
        ends_at=end,
        note=wanted.note,
    )
    session.add(row)
    session.commit()
    return row


@appointments.delete("/{appointment_id}", status_code=status.HTTP_204_NO_CONTENT)
def cancel(appointment_id: int, session: SessionDep, settings: SettingsDep) -> Response:
    row = session.get(Appointment, appointment_id)
    if row is None or row.status is Status.CANCELLED:
        raise HTTPException(status.HTTP_404_NOT_FOUND, "no such appointment")
    if row.starts_at - datetime.now() < timedelta(hours=settings.cancel_notice_hours):
        raise HTTPException(status.HTTP_409_CONFLICT, "too late to cancel")
    row.status = Status.CANCELLED
    session.commit()
    return Response(status_code=status.HTTP_204_NO_CONTENT)


@appointments.get("/free/{practitioner_id}")
def free(
    practitioner_id: int, day: date, session: SessionDep, settings: SettingsDep
) -> dict[str, list[datetime]]:
    practitioner = session.get(Practitioner, practitioner_id)
    if practitioner is None:
        raise HTTPException(status.HTTP_404_NOT_FOUND, "no such practitioner")
    return {"slots": free_slots(session, practitioner, day, settings)}


@appointments.get("/stats", dependencies=[Depends(require_admin)])
def stats(session: SessionDep) -> dict[str, dict[str, int]]:
    by_name: dict[str, Counter[str]] = {}
    for row in session.scalars(select(Appointment)):
        by_name.setdefault(row.practitioner.name, Counter())[row.status.value] += 1
    return {name: dict(counts) for name, counts in sorted(by_name.items())}


@asynccontextmanager
async def lifespan(app: FastAPI):
    Base.metadata.create_all(get_engine())
    yield


app = FastAPI(title="Clinic", lifespan=lifespan)
app.include_router(patients)
app.include_router(appointments)
