"""Asks the small web service."""

import sqlite3
import sys

from shop import Item, Store, make_app


def main() -> None:
    store = Store(sqlite3.connect(":memory:"))
    store.create()
    for item in (Item("pear", 30, 5), Item("fig", 120), Item("plum", 80, 1)):
        store.add(item)
    client = make_app(store).test_client()
    for path in ("/items/pear", "/items/fig?percent=10", "/items/none"):
        print(client.get(path).get_json())
    for lines in ([{"price": 30, "count": 2}], [{"price": 600, "count": 2}], []):
        print(client.post("/orders", json=lines).get_json())
    print(store.cheaper_than(100), store.cheaper_than(1), store.take("pear", 2))
    for call in (lambda: store.take("fig", 1), lambda: store.find("fig").reduced(101)):
        try:
            call()
        except (LookupError, ValueError) as error:
            print(error)


for _ in range(int(sys.argv[1])):
    main()
