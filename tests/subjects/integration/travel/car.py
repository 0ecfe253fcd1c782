"""Cars, with fuel or a battery."""

TANK = 100


class Car:
    """It drives as long as there is fuel."""

    def __init__(self, fuel: int = 0) -> None:
        self.fuel = fuel

    def refuel(self) -> int:
        """Fill the tank unless it is nearly full; return what went in."""
        if self.fuel > TANK - 10:
            return 0
        filled = TANK - self.fuel
        self.fuel = TANK
        return filled

    def drive(self, distance: int) -> int:
        """Use fuel and return how far it got."""
        reached = min(distance, self.fuel)
        self.fuel -= reached
        return reached


class HybridCar(Car):
    """It has a battery, too."""

    def __init__(self, fuel: int = 0, charge: int = 0) -> None:
        super().__init__(fuel)
        self.charge = charge

    def recharge(self, hours: int) -> int:
        """Charge for some hours; return the charge in percent."""
        while self.charge < 100 and hours > 0:
            self.charge += 20
            hours -= 1
        return self.charge
