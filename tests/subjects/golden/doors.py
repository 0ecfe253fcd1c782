"""A class that is a context manager."""


class Door:
    def __init__(self) -> None:
        self.is_open = False

    def __enter__(self) -> "Door":
        self.is_open = True
        return self

    def __exit__(self, *error: object) -> None:
        self.is_open = False
