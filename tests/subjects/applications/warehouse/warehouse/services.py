from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from warehouse.orm import Article, Movement, Reservation, Stock
from warehouse.repository import ArticleRepository, BinRepository, UnitOfWork


class OutOfStock(Exception):
    def __init__(self, sku: str, missing: int) -> None:
        super().__init__(f"{missing} of {sku} missing")
        self.sku = sku
        self.missing = missing


class BinFull(Exception):
    pass


def utcnow() -> datetime:
    return datetime.now(timezone.utc).replace(tzinfo=None)


@dataclass
class Line:
    sku: str
    quantity: int


def receive(uow: UnitOfWork, sku: str, quantity: int, label: str | None = None) -> str:
    """Put newly arrived goods into a bin; returns its label."""
    if quantity <= 0:
        raise ValueError("quantity must be positive")
    with uow:
        article = uow.articles.get(sku)
        target = uow.bins.get(label) if label else uow.bins.with_room_for(quantity)
        if target is None or target.free < quantity:
            raise BinFull(f"no room for {quantity} of {sku}")
        stock = uow.session.get(Stock, (article.id, target.id))
        if stock is None:
            stock = Stock(article=article, bin=target, quantity=0, reserved=0)
            uow.session.add(stock)
        stock.quantity += quantity
        uow.session.add(
            Movement(article=article, target_id=target.id, quantity=quantity, at=utcnow())
        )
        uow.commit()
        return target.label


def relocate(session: Session, sku: str, quantity: int, source: str, target: str) -> None:
    if source == target:
        return
    article = ArticleRepository(session).get(sku)
    bins = BinRepository(session)
    origin, destination = bins.get(source), bins.get(target)
    stock = session.get(Stock, (article.id, origin.id))
    if stock is None or stock.quantity - stock.reserved < quantity:
        left = 0 if stock is None else stock.quantity - stock.reserved
        raise OutOfStock(sku, quantity - left)
    if destination.free < quantity:
        raise BinFull(f"{destination.label} has room for {destination.free}")
    stock.quantity -= quantity
    other = session.get(Stock, (article.id, destination.id))
    if other is None:
        other = Stock(article=article, bin=destination, quantity=0, reserved=0)
        session.add(other)
    other.quantity += quantity
    if stock.quantity == 0:
        session.delete(stock)
    session.add(
        Movement(
            article=article,
            source_id=origin.id,
            target_id=destination.id,
            quantity=quantity,
            at=utcnow(),
        )
    )
    session.commit()


class Reservations:
    def __init__(
        self,
        session: Session,
        hold: timedelta = timedelta(minutes=15),
        now: Callable[[], datetime] = utcnow,
    ) -> None:
        self.session = session
        self.hold = hold
        self.now = now

    def reserve(self, order_number: str, lines: list[Line]) -> list[Reservation]:
        made: list[Reservation] = []
        try:
            for line in lines:
                made += self._reserve(order_number, line)
        except OutOfStock:
            self.session.rollback()
            raise
        self.session.commit()
        return made

    def release_expired(self) -> int:
        query = select(Reservation).where(Reservation.expires_at <= self.now())
        expired = self.session.scalars(query).all()
        for reservation in expired:
            stock = self.session.get_one(Stock, (reservation.article_id, reservation.bin_id))
            stock.reserved -= reservation.quantity
            self.session.delete(reservation)
        self.session.commit()
        return len(expired)

    def ship(self, order_number: str) -> dict[str, int]:
        """Take what an order has reserved out of the bins; returns how much, by SKU."""
        mine = Reservation.order_number == order_number
        shipped: dict[str, int] = {}
        for reservation in self.session.scalars(select(Reservation).where(mine)):
            if reservation.expires_at <= self.now():
                raise TimeoutError(f"the reservation for {order_number} has expired")
            article = self.session.get_one(Article, reservation.article_id)
            stock = self.session.get_one(Stock, (reservation.article_id, reservation.bin_id))
            stock.reserved -= reservation.quantity
            stock.quantity -= reservation.quantity
            shipped[article.sku] = shipped.get(article.sku, 0) + reservation.quantity
            self.session.add(
                Movement(
                    article=article,
                    source_id=reservation.bin_id,
                    quantity=reservation.quantity,
                    at=self.now(),
                )
            )
        self.session.execute(delete(Reservation).where(mine))
        self.session.commit()
        return shipped

    def _reserve(self, order_number: str, line: Line) -> list[Reservation]:
        article = ArticleRepository(self.session).get(line.sku)
        wanted = line.quantity
        made = []
        for stock in sorted(article.stock, key=lambda stock: stock.quantity):
            taken = min(wanted, stock.quantity - stock.reserved)
            if taken <= 0:
                continue
            stock.reserved += taken
            made.append(
                Reservation(
                    order_number=order_number,
                    article_id=article.id,
                    bin_id=stock.bin_id,
                    quantity=taken,
                    expires_at=self.now() + self.hold,
                )
            )
            wanted -= taken
        if wanted:
            raise OutOfStock(line.sku, wanted)
        self.session.add_all(made)
        return made
