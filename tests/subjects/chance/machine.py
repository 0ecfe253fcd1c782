"""Facts of the machine that change an outcome."""

import os
import platform
import shutil
import socket


def separator():
    return ";" if platform.system() == "Windows" else ":"


def is_mac():
    return platform.system() == "Darwin"


def workers():
    return max(1, (os.cpu_count() or 1) - 1)


def is_root():
    return os.getuid() == 0


def has_editor():
    return shutil.which("shop-editor") is not None


def is_production():
    return socket.gethostname().startswith("prod-")


def usable_processors():
    return len(os.sched_getaffinity(0))


def is_idle():
    return os.getloadavg()[0] < 1


def is_full(path="."):
    found = os.statvfs(path)
    return found.f_bavail == 0


def free_gigabytes():
    return shutil.disk_usage(".").free // 2**30
