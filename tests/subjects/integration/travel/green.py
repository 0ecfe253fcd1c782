"""Those who would rather charge."""

from travel.car import HybridCar
from travel.person import Person


class GreenPerson(Person):
    """Somebody with a hybrid car, and perhaps a charger."""

    def __init__(self, car: HybridCar, chargers: int = 0, lazy: bool = False) -> None:
        super().__init__(car, lazy)
        self.hybrid = car
        self.chargers = chargers

    def add_energy(self) -> str:
        """Charge where that is possible, else refuel."""
        if self.lazy:
            return self.take_bus(self.chargers)
        if self.has_charger():
            return f"charged to {self.hybrid.recharge(3)}"
        return f"refuelled {self.hybrid.refuel()}"

    def has_charger(self) -> bool:
        """Tell whether there is a charger."""
        return self.chargers > 0
