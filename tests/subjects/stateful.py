"""Module state of every sort that a test case could leave behind."""

import collections
import enum
import functools
import os
import random
import sys
import weakref

count = 0
calls = []
table = {"a": [1, 2], "b": {"c": {3}}}
recent = collections.deque([1, 2], maxlen=3)
groups = collections.defaultdict(list)
members = weakref.WeakSet()
plugins = []
_known = plugins
big = {number: number for number in range(1000)}


class Rights(enum.Flag):
    READ = 1
    WRITE = 2


def rights(number):
    return Rights(number)


__warningregistry__ = {"version": 0}


def warned():
    __warningregistry__["once"] = True
    return len(__warningregistry__)


def counted(kind):
    class Counted(kind):
        made = 0

        def __init__(self):
            Counted.made += 1

    return Counted


@counted
class Ticket:
    pass


def plug(item):
    plugins.append(item)
    return len(_known)


def unplug():
    global plugins
    plugins = []
    return plugins is _known


def increment():
    global count
    count += 1
    return count


def append(item):
    calls.append(item)
    return len(calls)


def forget_calls():
    calls.clear()


def nest():
    table["a"].append(3)
    table["b"]["c"].add(4)
    table["d"] = 1
    return [len(table["a"]), len(table["b"]["c"]), len(table)]


def rotate():
    recent.append(9)
    groups["x"].append(1)
    return [list(recent), len(groups["x"])]


class Member:
    def __init__(self):
        self.myself = self  # alive until cycles are collected
        members.add(self)


def enrol():
    Member()
    return len(members)


def collect(item, into=[]):
    into.append(item)
    return len(into)


def tally():
    tally.calls = getattr(tally, "calls", 0) + 1
    return tally.calls


def make_counter():
    n = 0

    def counter():
        nonlocal n
        n += 1
        return n

    return counter


closure = make_counter()


def closed():
    return closure()


@functools.lru_cache(maxsize=None)
def _remembered(key):
    calls.append(key)
    return object()


def cached():
    _remembered("k")
    return len(calls)


class Registry:
    members = []
    latest = None

    def __init__(self):
        self.names = {}

    def add(self, name):
        Registry.latest = name if Registry.latest is None else Registry.latest + name
        self.members.append(name)
        self.names[name] = len(self.names)
        return [Registry.latest, len(self.members), len(self.names)]


registry = Registry()


class Switches:
    def __init__(self):
        self._on = {"a"}


switches = Switches()


def switch_on(name):
    switches._on.add(name)


def register(name):
    return registry.add(name)


def patch():
    first = hasattr(Registry, "extra")
    Registry.extra = 1
    return first


def rebind():
    global registry
    registry = Registry()
    return registry.add("n")


def set_variable():
    before = os.environ.get("TESTLOOM_SUBJECT")
    os.environ["TESTLOOM_SUBJECT"] = "set"
    return before


def overwrite_big():
    big[5] += 1
    return big[5]


def draw():
    return random.random()


def redirect():
    sys.stdout = None
    return "redirected"


handlers = [increment]


def handle():
    handlers.append(append)
    return len(handlers)


class Kind(type):
    known = [increment]


def forget():
    Kind.known = []
    return len(Kind.known)
