"""An asynchronous context manager."""


class Session:
    def __init__(self, user: str) -> None:
        self.user = user
        self.active = False

    async def __aenter__(self) -> "Session":
        if not self.user:
            raise PermissionError("a session has a user")
        self.active = True
        return self

    async def __aexit__(self, *error: object) -> None:
        self.active = False
