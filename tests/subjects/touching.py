"""Functions that each look at one thing of their environment."""

import datetime
import getpass
import gzip
import os
import random
import secrets
import shutil
import socket
import subprocess
import sqlite3
import sys
import time
import zipfile
from contextlib import closing
from datetime import date
from http.client import HTTPConnection
from pathlib import Path
from random import random as draw_one
from subprocess import check_output
from time import monotonic
from uuid import uuid4

SETTINGS = Path("/etc/touching/settings.ini")
FOLDER = "/var/lib/touching"


class Station(HTTPConnection):
    def __init__(self):
        super().__init__("127.0.0.1", 9)
        self.request("GET", "/")


def nothing():
    return 1


def variable():
    return os.environ.get("TOUCHED")


def variable_or_default():
    return os.getenv("TOUCHED", "none")


def has_variable():
    return "TOUCHED" in os.environ


def set_variable():
    os.environ["TOUCHED"] = "x"


def delete_variable():
    os.environ.setdefault("TOUCHED", "x")
    del os.environ["TOUCHED"]


def empty_environment():
    os.environ.clear()


def read_all():
    return sys.stdin.read()


def iterate():
    return [line for line in sys.stdin]


def ask():
    return input("who? ")


def count_arguments():
    return len(sys.argv)


def exists(path="a.txt"):
    return os.path.exists(path)


def is_file():
    return Path("a.txt").is_file()


def try_to_read():
    try:
        with open("a.txt") as file:
            return file.read()
    except OSError:
        return None


def list_folder():
    return os.listdir(".")


def unpack():
    with gzip.open("a.gz", "rt", encoding="utf-8") as file:
        return file.read()


def unpack_member():
    with zipfile.ZipFile("a.zip") as archive:
        return archive.read("b.txt").decode()


def changed():
    return os.path.getmtime("a.txt")


def changed_at(path):
    return os.path.getmtime(path)


def changed_as_well():
    return Path("a.txt").stat().st_mtime


def first_row():
    with closing(sqlite3.connect("a.db")) as connection, connection:
        connection.execute("create table rows (id)")


def home_file():
    return Path("~/.touching").expanduser().exists()


def constant_file():
    return SETTINGS.exists() and SETTINGS.read_text()


def constant_text():
    return os.path.exists(os.path.join(FOLDER, "x", "y"))


def write_constant():
    with open(FOLDER + "/out.txt", "w") as file:
        file.write("x")


def write():
    with open("out.txt", "w") as file:
        file.write("x")


def seconds():
    return time.time()


def imported_seconds():
    return monotonic()


def today():
    return date.today().isoformat()


def now():
    return datetime.datetime.now().isoformat()


def formatted():
    return time.strftime("%Y-%m-%d")


def sleep():
    time.sleep(1000)


def draw():
    return random.randint(1, 1000)


def imported_draw():
    return draw_one()


def date_is_a_date():
    return isinstance(date.today(), date) and date(2024, 1, 2) == datetime.date(2024, 1, 2)


def is_date():
    return isinstance("2024", date)


class Holiday(date):
    def __new__(cls, month):
        return date.__new__(cls, 2024, month, 1)


def own_date():
    return ", ".join(type(day).__name__ for day in (Holiday(5), date(2024, 5, 1)))


def all_at_once():
    if exists() or home_file() or has_variable() or sys.stdin.read() or len(sys.argv) > 1:
        return 1
    return time.time() > 1


LEVEL = 1
UNUSED = 1


class Kept:
    level = 2

    def __init__(self):
        self.own = 3


kept = Kept()


def change():
    global LEVEL
    LEVEL += 1
    Kept.level += 1
    kept.own += 1


def levels():
    return [LEVEL, Kept.level]


def secret():
    return getpass.getpass()


def program():
    return shutil.which("/bin/sh")


def run():
    return subprocess.run(["true"])


def run_imported():
    return check_output(["true"])


def started():
    return subprocess.Popen(["true"]).wait()


def connected():
    plug = socket.socket()
    plug.connect(("127.0.0.1", 9))


def called_up():
    import xmlrpc.client

    xmlrpc.client.SafeTransport().single_request("127.0.0.1:9", "/", b"")


def requested():
    HTTPConnection("127.0.0.1", 9).request("GET", "/")


def mailed():
    from smtplib import SMTP

    SMTP("127.0.0.1", 9)


def requested_below():
    return Station().getresponse()


def discard():
    with open(os.devnull, "w") as sink:
        return sink.write("x")


def written_elsewhere():
    os.mkdir(FOLDER)


def stopped():
    os.kill(os.getpid(), 0)


def workers():
    return os.cpu_count()


def usable():
    return len(os.sched_getaffinity(0))


def load():
    return os.getloadavg()[0]


def free_blocks():
    return os.statvfs(".").f_bavail


def free_bytes():
    return shutil.disk_usage(".").free


def identifier():
    return str(uuid4())


def token():
    return secrets.token_hex(2)


def salt():
    return os.urandom(4)


def letter():
    return secrets.choice("abc")


def host():
    return socket.gethostname()


def python_version():
    import platform

    return platform.python_version()


def elapsed():
    return -time.time() + time.time()


def is_typed():
    return sys.stdin.isatty()


def is_seen():
    return sys.stdout.isatty()


def charted():
    import not_installed.charts as charts

    return charts.draw() is not None


def be_quick(clock=time.perf_counter, *, other=time.monotonic):
    start, other_start = clock(), other()
    sum(range(3_000_000))
    if clock() - start > 0.01 or other() - other_start > 0.01:
        raise ValueError("too slow")
    return clock() > start


GENERATOR = random.Random()
OF_SYSTEM = random.SystemRandom()


def draw_of_a_fresh_generator():
    return random.Random().random()


def draw_of_a_fresh_system_generator():
    return random.SystemRandom().randrange(10**6)


def draw_of_a_seeded_generator():
    return random.Random(5).random()


def draw_of_a_held_generator():
    return GENERATOR.randrange(10**6)


def draw_of_a_held_system_generator():
    return OF_SYSTEM.randrange(10**6)


def is_a_generator():
    return isinstance(GENERATOR, random.Random) and isinstance(random.Random(1), random.Random)


class Loaded(random.Random):
    def random(self):
        return 0.5


def draw_of_a_derived_generator():
    return Loaded().random()


def is_small(number):
    if number < 100:
        return True
    return False
