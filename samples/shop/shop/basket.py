"""What a customer is about to buy."""

from dataclasses import dataclass

from shop.discounts import Customer, discounted


@dataclass
class Item:
    """A product, its price in cents and how many of it."""

    name: str
    price: int
    quantity: int = 1

    @property
    def total(self) -> int:
        """The price of all pieces."""
        return self.price * self.quantity


class Basket:
    """Items by name."""

    def __init__(self, customer: Customer = Customer.GUEST) -> None:
        self.customer = customer
        self.items: dict[str, Item] = {}

    def add(self, item: Item) -> None:
        """Add an item; the same product again raises its quantity."""
        if item.quantity < 1:
            raise ValueError(f"cannot add {item.quantity} of {item.name}")
        known = self.items.get(item.name)
        if known is None:
            self.items[item.name] = item
        else:
            known.quantity += item.quantity

    def remove(self, name: str) -> Item:
        """Take a product out again."""
        if name not in self.items:
            raise KeyError(f"{name} is not in the basket")
        return self.items.pop(name)

    def __len__(self) -> int:
        return sum(item.quantity for item in self.items.values())

    @property
    def total(self) -> int:
        """What the customer pays, in cents."""
        return discounted(sum(item.total for item in self.items.values()), self.customer)
