"""What a customer wants to buy."""

from shop.inventory import Inventory, OutOfStock


class Cart:
    """Products by name, taken from an inventory when they are paid for."""

    def __init__(self, inventory: Inventory) -> None:
        self.inventory = inventory
        self.wanted: dict[str, int] = {}

    def add(self, product: str, pieces: int = 1) -> bool:
        """Want pieces; many at once are reserved first."""
        if pieces < 1:
            raise ValueError(f"cannot add {pieces} pieces")
        if pieces >= 10 and not self.inventory.reserve(product, pieces):
            return False
        self.wanted[product] = self.wanted.get(product, 0) + pieces
        return True

    def check_out(self, partly: bool = False) -> list[str]:
        """Take everything and return what is sold out by now; partly: take what there is."""
        sold_out = []
        for product, pieces in self.wanted.items():
            if partly:
                pieces = min(pieces, self.inventory.available(product))
            try:
                left = self.inventory.take(product, pieces)
            except OutOfStock:
                sold_out.append(product)
            else:
                if left == 0:
                    sold_out.append(product)
        self.wanted.clear()
        return sold_out
