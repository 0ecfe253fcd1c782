"""A cache before a client that the module makes itself."""

from http.client import HTTPException, HTTPSConnection


class Prices:
    """Prices of articles, each asked for once."""

    def __init__(self) -> None:
        self.connection = HTTPSConnection("prices.example")
        self.known = {}

    def price(self, article: str) -> int:
        if article in self.known:
            return self.known[article]
        try:
            self.connection.request("GET", f"/{article}")
            answer = self.connection.getresponse()
        except (HTTPException, OSError):
            return -1
        if answer.status == 404:
            return 0
        self.known[article] = int(answer.read())
        return self.known[article]
