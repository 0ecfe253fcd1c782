from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, Column, ForeignKey, String, Table, UniqueConstraint
from sqlalchemy.ext.hybrid import hybrid_property
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship, validates


class Base(DeclarativeBase):
    pass


article_tags = Table(
    "article_tags",
    Base.metadata,
    Column("article_id", ForeignKey("articles.id", ondelete="CASCADE"), primary_key=True),
    Column("tag_id", ForeignKey("tags.id"), primary_key=True),
)


class Tag(Base):
    __tablename__ = "tags"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(30), unique=True)


class Article(Base):
    __tablename__ = "articles"

    id: Mapped[int] = mapped_column(primary_key=True)
    sku: Mapped[str] = mapped_column(String(20), unique=True)
    name: Mapped[str]
    reorder_at: Mapped[int] = mapped_column(default=0)
    discontinued: Mapped[bool] = mapped_column(default=False)
    tags: Mapped[list[Tag]] = relationship(secondary=article_tags, order_by=Tag.name)
    stock: Mapped[list[Stock]] = relationship(back_populates="article", cascade="all, delete-orphan")

    @validates("sku")
    def check_sku(self, key: str, value: str) -> str:
        prefix, _, digits = value.partition("-")
        if not (prefix.isalpha() and prefix.isupper() and digits.isdigit()):
            raise ValueError(f"not a SKU: {value!r}")
        return value

    @property
    def on_hand(self) -> int:
        return sum(stock.quantity for stock in self.stock)

    @property
    def available(self) -> int:
        return sum(stock.quantity - stock.reserved for stock in self.stock)

    def needs_reorder(self) -> bool:
        return not self.discontinued and self.available < self.reorder_at


class Bin(Base):
    __tablename__ = "bins"

    id: Mapped[int] = mapped_column(primary_key=True)
    aisle: Mapped[str] = mapped_column(String(2))
    shelf: Mapped[int]
    capacity: Mapped[int] = mapped_column(default=100)
    stock: Mapped[list[Stock]] = relationship(back_populates="bin")

    __table_args__ = (UniqueConstraint("aisle", "shelf"), CheckConstraint("capacity > 0"))

    @hybrid_property
    def label(self) -> str:
        return self.aisle + "-" + str(self.shelf)

    @property
    def free(self) -> int:
        return self.capacity - sum(stock.quantity for stock in self.stock)


class Stock(Base):
    __tablename__ = "stock"

    article_id: Mapped[int] = mapped_column(ForeignKey("articles.id"), primary_key=True)
    bin_id: Mapped[int] = mapped_column(ForeignKey("bins.id"), primary_key=True)
    quantity: Mapped[int] = mapped_column(default=0)
    reserved: Mapped[int] = mapped_column(default=0)
    article: Mapped[Article] = relationship(back_populates="stock")
    bin: Mapped[Bin] = relationship(back_populates="stock")

    __table_args__ = (CheckConstraint("quantity >= reserved AND reserved >= 0"),)


class Movement(Base):
    __tablename__ = "movements"

    id: Mapped[int] = mapped_column(primary_key=True)
    article_id: Mapped[int] = mapped_column(ForeignKey("articles.id"))
    source_id: Mapped[int | None] = mapped_column(ForeignKey("bins.id"))
    target_id: Mapped[int | None] = mapped_column(ForeignKey("bins.id"))
    quantity: Mapped[int]
    at: Mapped[datetime]
    article: Mapped[Article] = relationship()


class Reservation(Base):
    __tablename__ = "reservations"

    id: Mapped[int] = mapped_column(primary_key=True)
    order_number: Mapped[str] = mapped_column(String(20), index=True)
    article_id: Mapped[int] = mapped_column(ForeignKey("articles.id"))
    bin_id: Mapped[int] = mapped_column(ForeignKey("bins.id"))
    quantity: Mapped[int]
    expires_at: Mapped[datetime]
