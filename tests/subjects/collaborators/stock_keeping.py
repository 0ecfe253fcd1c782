"""Keeps enough of each article in stock, through a client of another module."""

from collaborators.stock_client import StockClient


class StockKeeper:
    def __init__(self, client: StockClient, least: int = 10) -> None:
        self.client = client
        self.least = least
        self.refused: list[str] = []

    def missing(self, article: str) -> int:
        count = self.client.count(article)
        if count >= self.least:
            return 0
        return self.least - count

    def fill(self, article: str) -> bool:
        missing = self.missing(article)
        if missing == 0:
            return False
        if self.client.order(article, missing):
            return True
        self.refused.append(article)
        return False
