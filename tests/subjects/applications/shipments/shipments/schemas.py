from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field, field_validator

from shipments.models import Status


class ShipmentIn(BaseModel):
    reference: str = Field(pattern=r"^[A-Z]{2}-\d{4}$")
    destination: str = Field(min_length=3, max_length=120)
    weight_grams: int = Field(gt=0, le=30_000)

    @field_validator("destination")
    @classmethod
    def strip_destination(cls, value: str) -> str:
        stripped = " ".join(value.split())
        if len(stripped) < 3:
            raise ValueError("destination is too short")
        return stripped


class EventIn(BaseModel):
    status: Status
    note: str = Field(default="", max_length=200)


class EventOut(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    status: Status
    note: str
    at: datetime


class ShipmentOut(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    id: int
    reference: str
    destination: str
    weight_grams: int
    status: Status
    events: list[EventOut] = []


class Quote(BaseModel):
    cents: int
    express: bool
