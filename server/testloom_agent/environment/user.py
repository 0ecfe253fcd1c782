"""The user that tests run as: nobody in particular, whoever runs Testloom."""

from __future__ import annotations

import sys
from typing import Any

NAME = "user"


def hide_user() -> None:
    """Have the system's list of users give another name to the one who runs this process."""
    if sys.platform == "win32":
        return
    import pwd

    real = pwd.getpwuid

    def getpwuid(uid: int, /) -> Any:
        entry = real(uid)
        return pwd.struct_passwd((NAME, *entry[1:]))

    pwd.getpwuid = getpwuid
