"""The example of Arcuri, Fraser and Just (ICST 2017): a private method behind a check of the user's name."""

import getpass
from abc import ABC, abstractmethod


class Permission(ABC):
    """What no class implements here."""

    @abstractmethod
    def is_ok(self) -> bool: ...


class Door:
    """Opens for one user only."""

    def open(self, permission: Permission) -> bool:
        if getpass.getuser() == "root" and permission is not None:
            return self._is_allowed(permission)
        return False

    def _is_allowed(self, permission: Permission) -> bool:
        if permission.is_ok():
            return True
        return False
