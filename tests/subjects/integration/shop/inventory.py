"""What is in stock."""


class OutOfStock(Exception):
    """Less is there than was asked for."""


class Inventory:
    """Pieces by product; some are kept back for those who ordered in advance."""

    def __init__(self) -> None:
        self._pieces: dict[str, int] = {}
        self._reserved: dict[str, int] = {}

    def receive(self, product: str, pieces: int) -> None:
        """Put pieces on the shelf."""
        if pieces <= 0:
            raise ValueError(f"cannot receive {pieces} pieces")
        self._pieces[product] = self._pieces.get(product, 0) + pieces

    def available(self, product: str) -> int:
        """How many pieces of a product can be taken."""
        return self._pieces.get(product, 0) - self._reserved.get(product, 0)

    def take(self, product: str, pieces: int) -> int:
        """Take pieces and return how many are left."""
        if product not in self._pieces:
            raise KeyError(f"there is no {product}")
        if pieces > self.available(product):
            raise OutOfStock(f"{self.available(product)} of {product} are left")
        self._pieces[product] -= pieces
        return self.available(product)

    def reserve(self, product: str, pieces: int) -> bool:
        """Keep pieces back if there are enough."""
        if self.available(product) < pieces:
            return False
        self._reserved[product] = self._reserved.get(product, 0) + pieces
        return True
