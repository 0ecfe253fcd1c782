"""Lets only one process in at a time."""

import os


class Lock:
    """Held while its file exists."""

    def __init__(self, path: str = "program.lock") -> None:
        self.path = path
        self.held = False

    def acquire(self) -> bool:
        if os.path.exists(self.path):
            with open(self.path) as file:
                owner = file.read().strip()
            if owner.isdigit():
                return False
            os.unlink(self.path)
        with open(self.path, "w") as file:
            file.write(str(os.getpid()))
        self.held = True
        return True

    def release(self) -> None:
        if not self.held:
            raise RuntimeError("not held")
        os.unlink(self.path)
        self.held = False
