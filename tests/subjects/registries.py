"""Settings of the whole process and registries of other modules that functions change."""

import decimal
import locale
import logging
import os
import signal
import socket
import sys
import types

LOGGER = logging.getLogger("registries")


def log_more():
    LOGGER.setLevel(logging.DEBUG)
    LOGGER.addHandler(logging.NullHandler())
    logging.getLogger().addHandler(logging.NullHandler())


def say_level():
    return [LOGGER.level, len(LOGGER.handlers), len(logging.getLogger().handlers)]


def extend_path():
    sys.path.append("a")
    return sys.path.count("a")


def provide():
    known = "made_here" in sys.modules
    sys.modules["made_here"] = types.ModuleType("made_here")
    return known


def forget():
    return [sys.modules.pop(name, None) is not None for name in ("decimal", "signal")]


def ignore_signal():
    return signal.signal(signal.SIGUSR1, signal.SIG_IGN) is signal.SIG_IGN


def be_precise():
    before = decimal.getcontext().prec
    decimal.getcontext().prec = 5
    return before


def limit_waiting():
    before = socket.getdefaulttimeout()
    socket.setdefaulttimeout(3.5)
    return before


def hide_files():
    return os.umask(0o077)


def go_deep():
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(before + 50)
    return before


def go_elsewhere():
    before = os.path.basename(os.getcwd())
    os.chdir("/")
    return before


def leave_nowhere():
    os.mkdir("inner")
    os.chdir("inner")
    os.rmdir("../inner")


def switch_often():
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.25)
    return before


def read_long_numbers():
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(before + 1)
    return before


def log_nothing():
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    return before


def pipe_on():
    return signal.signal(signal.SIGPIPE, signal.SIG_DFL) == signal.SIG_DFL


def localise():
    return locale.setlocale(locale.LC_ALL, "C")


def is_importable_from(folder):
    if folder in sys.path:
        return "yes"
    return "no"
