import re
from datetime import datetime, timedelta
from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    computed_field,
    field_validator,
    model_validator,
)

from clinic.db import Status


def whole_minutes(value: datetime) -> datetime:
    if value.second or value.microsecond:
        raise ValueError("appointments start at a full minute")
    return value


Start = Annotated[datetime, AfterValidator(whole_minutes)]


class PatientIn(BaseModel):
    name: str = Field(min_length=1, max_length=80)
    email: str
    phone: str | None = None

    @field_validator("name")
    @classmethod
    def tidy_name(cls, value: str) -> str:
        return " ".join(value.split())

    @field_validator("email")
    @classmethod
    def check_email(cls, value: str) -> str:
        value = value.strip().lower()
        if not re.fullmatch(r"[^@\s]+@[^@\s]+\.[a-z]{2,}", value):
            raise ValueError("not an e-mail address")
        return value

    @field_validator("phone", mode="before")
    @classmethod
    def digits_only(cls, value: object) -> object:
        if isinstance(value, str):
            value = re.sub(r"[\s()/-]", "", value)
            if value.startswith("00"):
                value = "+" + value[2:]
            if not re.fullmatch(r"\+?\d{6,15}", value):
                raise ValueError("not a phone number")
        return value


class PatientOut(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    id: int
    name: str
    email: str
    phone: str | None


class AppointmentIn(BaseModel):
    model_config = ConfigDict(extra="forbid")

    practitioner_id: int = Field(gt=0)
    patient_id: int = Field(gt=0)
    starts_at: Start
    ends_at: Start | None = None
    note: str | None = Field(default=None, max_length=500)
    channel: Literal["onsite", "video"] = "onsite"

    @model_validator(mode="after")
    def check_order(self) -> Self:
        if self.ends_at is not None:
            length = self.ends_at - self.starts_at
            if length <= timedelta(0):
                raise ValueError("an appointment ends after it starts")
            if length > timedelta(hours=3):
                raise ValueError("an appointment takes three hours at most")
        if self.channel == "video" and not self.note:
            raise ValueError("a video appointment needs a note with the reason")
        return self


class AppointmentOut(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    id: int
    practitioner_id: int
    patient_id: int
    starts_at: datetime
    ends_at: datetime
    status: Status
    note: str | None

    @computed_field
    @property
    def minutes(self) -> int:
        return int((self.ends_at - self.starts_at).total_seconds() // 60)
