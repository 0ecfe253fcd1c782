"""Orders as they come in by the API, and the settings of the service."""

from datetime import date
from decimal import Decimal
from enum import Enum
from typing import Annotated, Literal, Optional, Union

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    TypeAdapter,
    computed_field,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict


class Currency(str, Enum):
    EUR = "EUR"
    USD = "USD"


class Address(BaseModel):
    model_config = ConfigDict(str_strip_whitespace=True)

    street: str = Field(min_length=1, max_length=80)
    postcode: str = Field(pattern=r"^\d{5}$")
    city: str = Field(min_length=1)
    country: str = "DE"

    @field_validator("country")
    @classmethod
    def known_country(cls, value: str) -> str:
        value = value.upper()
        if value not in {"DE", "AT", "CH"}:
            raise ValueError(f"we do not deliver to {value}")
        return value


class Item(BaseModel):
    sku: str = Field(pattern=r"^[A-Z]{2}-\d{3}$")
    quantity: int = Field(gt=0, le=100)
    price: Decimal = Field(ge=0, decimal_places=2)

    @computed_field
    @property
    def total(self) -> Decimal:
        return self.quantity * self.price


class CardPayment(BaseModel):
    kind: Literal["card"] = "card"
    number: str = Field(min_length=12, max_length=19)
    expires: date

    @field_validator("number")
    @classmethod
    def luhn(cls, value: str) -> str:
        digits = [int(c) for c in value if c.isdigit()]
        if len(digits) != len(value):
            raise ValueError("card number has other characters than digits")
        for i in range(len(digits) - 2, -1, -2):
            digits[i] = digits[i] * 2 - 9 if digits[i] > 4 else digits[i] * 2
        if sum(digits) % 10:
            raise ValueError("card number is not valid")
        return value


class InvoicePayment(BaseModel):
    kind: Literal["invoice"] = "invoice"
    vat_id: Optional[str] = None
    days: int = Field(default=14, ge=7, le=60)


Payment = Annotated[Union[CardPayment, InvoicePayment], Field(discriminator="kind")]


class Order(BaseModel):
    id: int
    items: list[Item] = Field(min_length=1)
    shipping: Address
    billing: Optional[Address] = None
    payment: Payment
    currency: Currency = Currency.EUR
    coupon: Optional[str] = None

    @model_validator(mode="after")
    def check_invoice(self) -> "Order":
        if self.payment.kind == "invoice" and self.total > 1000 and self.payment.vat_id is None:
            raise ValueError("orders above 1000 need a VAT id")
        return self

    @property
    def total(self) -> Decimal:
        total = sum((item.total for item in self.items), Decimal(0))
        if self.coupon == "TENOFF":
            total *= Decimal("0.9")
        return total

    def billing_address(self) -> Address:
        return self.billing or self.shipping


class ServiceSettings(BaseSettings):
    model_config = SettingsConfigDict(env_prefix="ORDERS_")

    database_url: str = "sqlite:///orders.db"
    api_key: SecretStr
    page_size: int = Field(default=50, ge=1, le=500)
    debug: bool = False

    @property
    def is_sqlite(self) -> bool:
        return self.database_url.startswith("sqlite")


def parse_orders(payload: list[dict]) -> tuple[list[Order], list[str]]:
    """Valid orders, and a message for each that is not."""
    from pydantic import ValidationError

    orders, errors = [], []
    for i, entry in enumerate(payload):
        try:
            orders.append(Order.model_validate(entry))
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            errors.append(f"order {i}: {where}: {first['msg']}")
    return orders, errors


def parse_payment(data: dict) -> Payment:
    return TypeAdapter(Payment).validate_python(data)


def describe(order: Order) -> str:
    match order.payment:
        case CardPayment(number=number):
            paid = f"card ending in {number[-4:]}"
        case InvoicePayment(days=days):
            paid = f"invoice within {days} days"
    return f"#{order.id}: {len(order.items)} items, {order.total:.2f} {order.currency.value}, {paid}"
