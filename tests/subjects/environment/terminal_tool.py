"""What a command-line tool asks its machine."""

import getpass
import os
import platform
import shutil
import socket
import sys


def workers(wanted=None):
    if wanted is not None and wanted > 0:
        return wanted
    available = os.cpu_count()
    if available is None:
        return 1
    return max(1, available - 1)


def colour():
    if "NO_COLOR" in os.environ:
        return False
    return sys.stdout.isatty()


def read_names():
    if sys.stdin.isatty():
        return [input("Name? ")]
    return [line.strip() for line in sys.stdin if line.strip()]


def pager():
    if platform.system() == "Windows":
        return "more"
    if shutil.which("less"):
        return "less -R"
    return "cat"


def sign(text: str) -> str:
    return f"{text} -- {getpass.getuser()}@{socket.gethostname()}"


def require_root():
    if os.geteuid() != 0:
        raise PermissionError("run this as root")
    return "ok"
