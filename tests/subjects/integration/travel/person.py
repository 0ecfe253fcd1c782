"""Those who drive."""

from travel.car import TANK, Car


class Person:
    """Somebody with a car, lazy or not."""

    def __init__(self, car: Car, lazy: bool = False) -> None:
        self.car = car
        self.lazy = lazy

    def drive_home(self, distance: int) -> int:
        """Drive as far as it goes, after a stop for fuel if the tank is not full."""
        if self.car.fuel < TANK:
            self.add_energy()
        return self.car.drive(distance)

    def add_energy(self) -> str:
        """Refuel, or be too lazy for it."""
        if self.lazy:
            return self.take_bus(2)
        return f"refuelled {self.car.refuel()}"

    def take_bus(self, stops: int) -> str:
        """Go by bus."""
        if stops > 1:
            return f"{stops} stops"
        return "next stop"
