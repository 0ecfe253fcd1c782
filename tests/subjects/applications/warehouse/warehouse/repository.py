from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from types import TracebackType

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session, selectinload, sessionmaker

from warehouse.orm import Article, Bin, Movement, Reservation, Stock, Tag


class NotFound(LookupError):
    pass


class ArticleRepository:
    def __init__(self, session: Session) -> None:
        self.session = session

    def add(self, sku: str, name: str, reorder_at: int = 0, tags: Sequence[str] = ()) -> Article:
        article = Article(sku=sku, name=name, reorder_at=reorder_at)
        article.tags = [self.tag(tag) for tag in tags]
        self.session.add(article)
        self.session.flush()
        return article

    def tag(self, name: str) -> Tag:
        name = name.strip().lower()
        tag = self.session.scalars(select(Tag).where(Tag.name == name)).one_or_none()
        if tag is None:
            tag = Tag(name=name)
            self.session.add(tag)
        return tag

    def get(self, sku: str) -> Article:
        article = self.session.scalars(select(Article).where(Article.sku == sku)).one_or_none()
        if article is None:
            raise NotFound(f"no article {sku}")
        return article

    def search(self, text: str = "", tag: str | None = None, limit: int = 20) -> Sequence[Article]:
        query = select(Article).options(selectinload(Article.tags)).order_by(Article.name).limit(limit)
        if text:
            pattern = f"%{text}%"
            query = query.where(or_(Article.name.ilike(pattern), Article.sku.ilike(pattern)))
        if tag:
            query = query.where(Article.tags.any(Tag.name == tag))
        return self.session.scalars(query).all()

    def to_reorder(self) -> list[Article]:
        on_hand = func.coalesce(func.sum(Stock.quantity - Stock.reserved), 0)
        query = (
            select(Article)
            .outerjoin(Stock)
            .where(Article.discontinued.is_(False))
            .group_by(Article.id)
            .having(on_hand < Article.reorder_at)
            .order_by(Article.sku)
        )
        return list(self.session.scalars(query))

    def turnover(self, since: datetime) -> dict[str, int]:
        query = (
            select(Article.sku, func.sum(Movement.quantity))
            .join(Movement.article)
            .where(Movement.at >= since, Movement.target_id.is_(None))
            .group_by(Article.sku)
            .order_by(func.sum(Movement.quantity).desc())
        )
        return {sku: total for sku, total in self.session.execute(query)}


class BinRepository:
    def __init__(self, session: Session) -> None:
        self.session = session

    def get(self, label: str) -> Bin:
        aisle, _, shelf = label.rpartition("-")
        if not aisle or not shelf.isdigit():
            raise ValueError(f"not a bin: {label}")
        query = select(Bin).where(Bin.aisle == aisle, Bin.shelf == int(shelf))
        if (found := self.session.scalars(query).one_or_none()) is None:
            raise NotFound(f"no bin {label}")
        return found

    def with_room_for(self, quantity: int) -> Bin | None:
        bins = self.session.scalars(select(Bin).order_by(Bin.aisle, Bin.shelf))
        fitting = [bin for bin in bins if bin.free >= quantity]
        return min(fitting, key=lambda bin: bin.free, default=None)


class UnitOfWork:
    """A transaction, and the repositories that take part in it."""

    def __init__(self, factory: sessionmaker[Session]) -> None:
        self.factory = factory

    def __enter__(self) -> UnitOfWork:
        self.session = self.factory()
        self.articles = ArticleRepository(self.session)
        self.bins = BinRepository(self.session)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if kind is not None:
            self.session.rollback()
        self.session.close()

    def commit(self) -> None:
        self.session.commit()

    def reservations(self, order_number: str) -> Sequence[Reservation]:
        query = select(Reservation).where(Reservation.order_number == order_number)
        return self.session.scalars(query).all()
