"""Code that warns, logs, and names the items of its results."""

import logging
import os
import socket
import sys
import warnings
from concurrent.futures import Future
from fractions import Fraction
from typing import NamedTuple

log = logging.getLogger(__name__)
TAKEN = sys.stderr


class Share(NamedTuple):
    name: str
    part: Fraction


def warn():
    warnings.warn("use share instead", DeprecationWarning, stacklevel=2)


def warn_from_c():
    return eval("1 is 1")


def complain(times):
    log.info("only seen by those who ask")
    log.warning("gave up after %d times", times)
    logging.getLogger("other").error("really")


def complain_through_library():
    log.warning("cannot be told of")
    done = Future()
    done.set_result(1)
    done.add_done_callback(lambda future: future.result() / 0)


def complain_loudly():
    print("no", file=sys.stderr)


def complain_elsewhere():
    print("no", file=TAKEN)


def make_room():
    os.makedirs("outer/empty")
    os.makedirs("outer/full")
    with open("outer/full/note", "w", encoding="utf-8") as file:
        file.write("a")


def note(text):
    with open("note", "w", encoding="utf-8") as file:
        file.write(text)


def share():
    return Share("a", Fraction(1, 2))


def shares():
    return [share()]


class Chatty:
    def __init__(self):
        self.size = 1

    @property
    def told(self):
        print("asked")
        log.warning("asked")
        return True

    @property
    def elsewhere(self):
        try:
            return socket.create_connection(("localhost", 9))
        except OSError:
            return None

    def grow(self):
        self.size += 1


class Gauge:
    def __init__(self, read):
        self.read = read

    @property
    def level(self):
        return self.read("level")

    def check(self):
        self.read("all")
