"""The user that tests run as and the host that they run on: nobody and none in particular.

This holds while modules are imported, too. What a module has kept of it then differs from what the finished
test finds, so that no test says it.
"""

from __future__ import annotations

import os
import sys
from typing import Any

USER, HOST = "user", "host"


def hide_machine() -> None:
    """Have the system give other names to the one who runs this process, and to the machine."""
    if sys.platform == "win32":
        return
    import pwd
    import socket

    real_entry, real_system = pwd.getpwuid, os.uname

    def getpwuid(uid: int, /) -> Any:
        entry = real_entry(uid)
        return pwd.struct_passwd((USER, *entry[1:]))

    def uname() -> os.uname_result:
        system = real_system()
        return os.uname_result((system[0], HOST, *system[2:]))

    def gethostname() -> str:
        return HOST

    def getlogin() -> str:
        return USER

    pwd.getpwuid, os.uname, os.getlogin, socket.gethostname = getpwuid, uname, getlogin, gethostname
