"""Functions that a tool which runs unknown code has to survive."""

import faulthandler
import itertools
import os
import pathlib
import re
import select
import socket
import subprocess
import sys
import threading
import time

DATA = pathlib.Path(__file__).parent / "data-of-hazards"


def fine():
    return "fine"


def loop():
    while True:
        pass


def recurse(n=0):
    return recurse(n + 1)


def branch_out(n=60):
    return branch_out(n - 1) + branch_out(n - 2) if n > 1 else n


def swallow():
    while True:
        try:
            select.select([], [], [], 0.001)
        except BaseException:
            continue


def swallow_busily():
    while True:
        try:
            loop()
        except:
            pass


def sleep():
    time.sleep(60)


def wait():
    select.select([], [], [], 60)


def wait_for_lock():
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()


def match_for_ever():
    return re.match(r"(a+)+$", "a" * 40 + "b")


def read_input():
    return input()


def never_return():
    return sum(itertools.repeat(1, 10**12))


def exit_hard():
    os._exit(3)


def leave():
    sys.exit("done")


def interrupt():
    raise KeyboardInterrupt


def crash():
    faulthandler._sigsegv()


def crash_with_ctypes():
    import ctypes

    return ctypes.CDLL(None).raise_(11)


def eat_memory():
    blocks = []
    while True:
        blocks.append(bytearray(64 << 20))


def ask_for_memory():
    return bytearray(3 << 30)


def close_everything():
    os.closerange(0, 4096)


def keep_thread():
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    return "started"


def kill_parent():
    os.kill(os.getppid(), 9)


def fork():
    return os.fork()


def write(path):
    with open(path, "w") as file:
        file.write("x")
    return sorted(os.listdir())


def reserve_and_forgive():
    for _ in range(2):
        try:
            with open("huge", "wb") as file:
                file.truncate(1 << 30)
        except OSError:
            pass
    return os.path.getsize("huge")


def make_folder(path):
    pathlib.Path(path).mkdir(exist_ok=True)


def ensure_data():
    os.makedirs(DATA / "deep", exist_ok=True)
    (DATA / "other" / "deep").mkdir(parents=True, exist_ok=True)
    return "ready"


def look_at_data():
    ensure_data()
    return DATA.exists()


def list_beside_data():
    ensure_data()
    return len(os.listdir(DATA.parent))


def enter_data():
    ensure_data()
    os.chdir(DATA)


def write_data():
    ensure_data()
    (DATA / "file").write_text("")


def make_data():
    os.mkdir(DATA)


def listing():
    return sorted(os.listdir())


def remove(path):
    os.remove(path)


def change_directory():
    os.chdir("/")
    return os.getcwd()


def directory():
    return os.path.basename(os.getcwd())


def run():
    return subprocess.run(["true"]).returncode


def run_and_forgive():
    try:
        os.system("true")
    except OSError:
        return "forgiven"


def connect():
    socket.create_connection(("127.0.0.1", 9))


def look_up():
    with socket.socket() as connection:
        connection.connect(("testloom.invalid", 80))


def run_shell():
    return subprocess.run("true", shell=True).returncode


def connect_to(port):
    with socket.create_connection(("localhost", port)):
        return True


def write_to(path):
    with open(path, "w") as file:
        return file.write("x")


def read_path(path):
    with open(path) as file:
        return file.read()


def print_and_close():
    print("hello")
    sys.stdout.close()


def ask_for_descriptors():
    return [stream.fileno() for stream in (sys.stdout, sys.stderr)]


def replace_compile():
    re.compile = len


def replace_alarm():
    import signal

    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    while True:
        select.select([], [], [], 0.01)


class Stubborn:
    """Takes for ever to die."""

    def __del__(self):
        while True:
            pass


class Incomparable(type):
    def __eq__(cls, other):
        raise TypeError("classes are not compared")

    def __hash__(cls):
        return 7


class Odd(metaclass=Incomparable):
    def __init__(self):
        self.size = 1

    @property
    def doubled(self):
        return 2 * self.size
