"""A small web service over a database."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from flask import Flask, Response, jsonify, request


@dataclass(frozen=True)
class Item:
    name: str
    price: int
    stock: int = 0

    def reduced(self, percent: int) -> int:
        if not 0 <= percent <= 100:
            raise ValueError(f"{percent} is no percentage")
        return self.price * (100 - percent) // 100


class Store:
    """Items in a database."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def create(self) -> None:
        self._connection.execute("CREATE TABLE items (name TEXT PRIMARY KEY, price INTEGER, stock INTEGER)")

    def add(self, item: Item) -> None:
        with self._connection:
            values = (item.name, item.price, item.stock)
            self._connection.execute("INSERT OR REPLACE INTO items VALUES (?, ?, ?)", values)

    def find(self, name: str) -> Item | None:
        cursor = self._connection.execute("SELECT name, price, stock FROM items WHERE name = ?", (name,))
        row = cursor.fetchone()
        return None if row is None else Item(*row)

    def cheaper_than(self, price: int) -> list[Item]:
        query = "SELECT name, price, stock FROM items WHERE price < ? ORDER BY name"
        return [Item(*row) for row in self._connection.execute(query, (price,))]

    def take(self, name: str, count: int) -> int:
        with self._connection as connection:
            cursor = connection.cursor()
            cursor.execute(
                "UPDATE items SET stock = stock - ? WHERE name = ? AND stock >= ?", (count, name, count)
            )
            if cursor.rowcount == 0:
                raise LookupError(f"{name} is not in stock")
            return cursor.rowcount


def total(lines: list[dict[str, int]], discount: int = 0) -> int:
    """The price of an order."""
    amount = sum(line["price"] * line["count"] for line in lines)
    if amount > 1000:
        discount += 5
    return amount * (100 - min(discount, 50)) // 100


def make_app(store: Store) -> Flask:
    """The service."""
    app = Flask(__name__)

    @app.get("/items/<name>")
    def show(name: str) -> Response | tuple[Response, int]:
        item = store.find(name)
        if item is None:
            return jsonify(error="unknown"), 404
        return jsonify(name=item.name, price=item.reduced(int(request.args.get("percent", 0))))

    @app.post("/orders")
    def order() -> tuple[Response, int]:
        lines = request.get_json()
        return jsonify(total=total(lines)), 201

    return app
