"""A client of a service that counts what is in stock."""

import json
from http.client import HTTPSConnection


class StockClient:
    """Connects when it is asked for something; to build it asks for nothing."""

    def __init__(self, host: str, key: str) -> None:
        self.host = host
        self.key = key

    def count(self, article: str) -> int:
        return int(self._ask("GET", f"/articles/{article}")["count"])

    def order(self, article: str, number: int) -> bool:
        return bool(self._ask("POST", f"/orders/{article}/{number}")["accepted"])

    def _ask(self, method: str, path: str) -> dict[str, int]:
        connection = HTTPSConnection(self.host)
        connection.request(method, path, headers={"Authorization": self.key})
        answer: dict[str, int] = json.loads(connection.getresponse().read())
        return answer
