"""Users, kept in a repository that only a protocol describes."""

from dataclasses import dataclass
from typing import Optional, Protocol


@dataclass
class User:
    """Somebody who may log in."""

    name: str
    email: str
    active: bool = True


class UserRepository(Protocol):
    """Keeps users by their names."""

    def find(self, name: str) -> Optional[User]: ...

    def save(self, user: User) -> None: ...

    def count(self) -> int: ...


class UserService:
    """What may be done with users."""

    LIMIT = 100

    def __init__(self, repository: UserRepository) -> None:
        self.repository = repository

    def register(self, name: str, email: str) -> User:
        if "@" not in email:
            raise ValueError(f"no address: {email}")
        if self.repository.find(name) is not None:
            raise LookupError(f"{name} exists")
        if self.repository.count() >= self.LIMIT:
            raise OverflowError("too many users")
        user = User(name, email)
        self.repository.save(user)
        return user

    def deactivate(self, name: str) -> bool:
        user = self.repository.find(name)
        if user is None or not user.active:
            return False
        user.active = False
        self.repository.save(user)
        return True
