"""Properties, with a setter that refuses."""


class Temperature:
    def __init__(self, celsius: float = 0.0) -> None:
        self._celsius = celsius

    @property
    def celsius(self) -> float:
        return self._celsius

    @celsius.setter
    def celsius(self, value: float) -> None:
        if value < -273.15:
            raise ValueError("colder than absolute zero")
        self._celsius = value

    @property
    def is_freezing(self) -> bool:
        return self._celsius <= 0
