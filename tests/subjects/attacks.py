"""Ways to reach what lies outside the sandbox: files, the network, processes, the machine, the guard itself.

Each takes the folder of the victim, which holds `kept`, `link` and the folder `filled`, the port that it
listens on, and the number of a process of its.
"""

import asyncio
import codecs
import contextlib
import ctypes
import fcntl
import ftplib
import gc
import gzip
import http.client
import io
import logging
import mmap
import multiprocessing
import os
import pathlib
import pty
import resource
import shelve
import shutil
import signal
import smtplib
import socket
import sqlite3
import subprocess
import sys
import syslog
import tempfile
import termios
import threading
import time
import urllib.request
import zipfile

ATTACKS = {}
SIOCGIFADDR = 0x8915


def attack(function):
    ATTACKS[function.__name__] = function
    return function


def launch(name, folder, port, process):
    return ATTACKS[name](folder, port, process)


# Writing


@attack
def open_to_write(folder, port, process):
    open(f"{folder}/kept", "w").write("x")


@attack
def open_to_append(folder, port, process):
    open(f"{folder}/kept", "a").write("x")


@attack
def open_to_update(folder, port, process):
    open(f"{folder}/kept", "r+").write("x")


@attack
def open_exclusively(folder, port, process):
    open(f"{folder}/new", "x").close()


@attack
def open_by_descriptor(folder, port, process):
    os.write(os.open(f"{folder}/new", os.O_WRONLY | os.O_CREAT), b"x")


@attack
def open_below_the_open_function(folder, port, process):
    io.FileIO(f"{folder}/new", "w").write(b"x")


@attack
def open_with_an_encoding(folder, port, process):
    codecs.open(f"{folder}/new", "w", "utf-8").write("x")


@attack
def open_relative_to_a_folder(folder, port, process):
    os.close(os.open("new", os.O_CREAT | os.O_WRONLY, dir_fd=os.open(folder, os.O_RDONLY)))


@attack
def open_by_a_relative_path(folder, port, process):
    open(os.path.relpath(f"{folder}/new"), "w").close()


@attack
def open_after_a_move(folder, port, process):
    os.chdir(folder)
    open("new", "w").close()


@attack
def open_through_a_link(folder, port, process):
    os.symlink(f"{folder}/kept", "inside")
    open("inside", "w").close()


@attack
def open_through_the_process_folder(folder, port, process):
    os.chdir(folder)
    open("/proc/self/cwd/new", "w").close()


@attack
def write_by_path(folder, port, process):
    pathlib.Path(folder, "new").write_text("x")


@attack
def touch(folder, port, process):
    pathlib.Path(folder, "new").touch()


@attack
def copy(folder, port, process):
    open("mine", "w").close()
    shutil.copy("mine", f"{folder}/new")


@attack
def move(folder, port, process):
    open("mine", "w").close()
    shutil.move("mine", f"{folder}/new")


@attack
def make_a_temporary_file_there(folder, port, process):
    tempfile.NamedTemporaryFile(dir=folder, delete=False).close()


@attack
def compress(folder, port, process):
    gzip.open(f"{folder}/new", "w").close()


@attack
def pack(folder, port, process):
    zipfile.ZipFile(f"{folder}/new", "w").close()


@attack
def log(folder, port, process):
    logging.FileHandler(f"{folder}/new").close()


@attack
def make_a_database(folder, port, process):
    sqlite3.connect(f"{folder}/new").execute("create table t (x)")


@attack
def make_a_shelf(folder, port, process):
    shelve.open(f"{folder}/new").close()


@attack
def make_a_folder(folder, port, process):
    os.mkdir(f"{folder}/new")


@attack
def make_folders(folder, port, process):
    os.makedirs(f"{folder}/new/below")


@attack
def make_a_folder_by_descriptor(folder, port, process):
    os.mkdir("new", dir_fd=os.open(folder, os.O_RDONLY))


@attack
def make_a_link(folder, port, process):
    os.link(f"{folder}/kept", f"{folder}/new")


@attack
def make_a_symbolic_link(folder, port, process):
    os.symlink("/", f"{folder}/new")


@attack
def make_a_pipe(folder, port, process):
    os.mkfifo(f"{folder}/new")


@attack
def make_a_node(folder, port, process):
    os.mknod(f"{folder}/new")


@attack
def map_a_file(folder, port, process):
    with open(f"{folder}/kept", "r+b") as file:
        mmap.mmap(file.fileno(), 0)[0] = 0


@attack
def truncate(folder, port, process):
    os.truncate(f"{folder}/kept", 0)


@attack
def change_the_mode(folder, port, process):
    os.chmod(f"{folder}/kept", 0)


@attack
def change_the_time(folder, port, process):
    os.utime(f"{folder}/kept", (0, 0))


# Removing


@attack
def remove(folder, port, process):
    os.remove(f"{folder}/kept")


@attack
def unlink_by_path(folder, port, process):
    pathlib.Path(folder, "kept").unlink()


@attack
def unlink_by_descriptor(folder, port, process):
    os.unlink("kept", dir_fd=os.open(folder, os.O_RDONLY))


@attack
def remove_a_tree(folder, port, process):
    shutil.rmtree(folder)


@attack
def remove_a_tree_in_silence(folder, port, process):
    shutil.rmtree(folder, ignore_errors=True)


@attack
def remove_a_folder(folder, port, process):
    os.rmdir(f"{folder}/empty")


@attack
def rename(folder, port, process):
    os.rename(f"{folder}/kept", f"{folder}/new")


@attack
def replace(folder, port, process):
    open("mine", "w").close()
    os.replace("mine", f"{folder}/kept")


@attack
def rename_into_the_sandbox(folder, port, process):
    os.rename(f"{folder}/kept", "stolen")


# The network


@attack
def connect(folder, port, process):
    socket.create_connection(("127.0.0.1", port), 1)


@attack
def connect_asynchronously(folder, port, process):
    asyncio.run(asyncio.wait_for(asyncio.open_connection("127.0.0.1", port), 1))


@attack
def fetch(folder, port, process):
    urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=1)


@attack
def ask_by_http(folder, port, process):
    http.client.HTTPConnection("127.0.0.1", port, timeout=1).request("GET", "/")


@attack
def send_mail(folder, port, process):
    smtplib.SMTP("127.0.0.1", port, timeout=1)


@attack
def transfer_files(folder, port, process):
    ftplib.FTP().connect("127.0.0.1", port, timeout=1)


@attack
def send_a_datagram(folder, port, process):
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", port))


@attack
def look_up_a_name(folder, port, process):
    socket.getaddrinfo("localhost", port)


@attack
def listen(folder, port, process):
    socket.create_server(("127.0.0.1", 0)).close()


# Processes


@attack
def run_a_command(folder, port, process):
    os.system(f"touch {folder}/new")


@attack
def read_from_a_command(folder, port, process):
    os.popen(f"touch {folder}/new").read()


@attack
def run_a_program(folder, port, process):
    subprocess.run(["touch", f"{folder}/new"], check=True)


@attack
def run_a_program_and_forgive(folder, port, process):
    with contextlib.suppress(OSError):
        subprocess.run(["touch", f"{folder}/new"], check=True)


@attack
def fork(folder, port, process):
    if os.fork() == 0:
        os._exit(0)


@attack
def spawn(folder, port, process):
    os.posix_spawn("/bin/touch", ["touch", f"{folder}/new"], {})


@attack
def become_a_program(folder, port, process):
    os.execv("/bin/touch", ["touch", f"{folder}/new"])


@attack
def become_a_program_on_a_terminal(folder, port, process):
    pty.spawn(["touch", f"{folder}/new"])


@attack
def start_a_program_behind_subprocess(folder, port, process):
    import _posixsubprocess

    program = [b"/bin/touch"], (b"touch", f"{folder}/new".encode())
    ends = [end for _ in range(4) for end in os.pipe()]
    numbers = [-1, -1, -1, -1, -1, -1, ends[0], ends[1]]
    rest = [False, False, 0, None, None, None, -1, None]
    if sys.version_info >= (3, 11) and sys.version_info < (3, 14):
        rest.append(False)
    _posixsubprocess.fork_exec(program[1], program[0], True, (), None, None, *numbers, *rest)


@attack
def work_in_another_process(folder, port, process):
    worker = multiprocessing.get_context("fork").Process(target=print)
    worker.start()
    worker.join()


@attack
def kill(folder, port, process):
    os.kill(process, signal.SIGKILL)


@attack
def kill_the_parent(folder, port, process):
    os.kill(os.getppid(), signal.SIGKILL)


@attack
def kill_the_group(folder, port, process):
    os.killpg(0, signal.SIGKILL)


@attack
def kill_by_descriptor(folder, port, process):
    signal.pidfd_send_signal(os.pidfd_open(process), signal.SIGKILL)


@attack
def become_somebody_else(folder, port, process):
    os.setresuid(-1, -1, -1)


@attack
def leave_the_session(folder, port, process):
    os.setsid()


@attack
def move_the_root(folder, port, process):
    os.chroot(f"{folder}/nothing")


@attack
def slow_itself_down(folder, port, process):
    os.nice(1)


@attack
def slow_down(folder, port, process):
    os.setpriority(os.PRIO_PROCESS, process, 19)


@attack
def slow_down_the_user(folder, port, process):
    os.setpriority(which=os.PRIO_USER, who=os.getuid(), priority=os.getpriority(os.PRIO_USER, os.getuid()))


@attack
def move_to_another_processor(folder, port, process):
    os.sched_setaffinity(process, os.sched_getaffinity(process))


# The machine


@attack
def take_all_memory(folder, port, process):
    blocks = []
    while True:
        blocks.append(bytearray(1 << 28))


@attack
def fill_the_disk(folder, port, process):
    with open("huge", "wb") as file:
        for _ in range(10_000):
            file.write(b"x" * (1 << 20))


@attack
def make_threads(folder, port, process):
    for _ in range(100_000):
        threading.Thread(target=threading.Event().wait, daemon=True).start()


@attack
def never_end(folder, port, process):
    while True:
        pass


@attack
def raise_the_limits(folder, port, process):
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


@attack
def write_to_the_system_log(folder, port, process):
    syslog.syslog(syslog.LOG_DEBUG, "an attack")


@attack
def ask_the_network_card(folder, port, process):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as card:
        fcntl.ioctl(card.fileno(), SIOCGIFADDR, b"lo".ljust(256, b"\0"))


@attack
def type_into_the_terminal(folder, port, process):
    fcntl.ioctl(os.open(os.devnull, os.O_RDONLY), termios.TIOCSTI, b"x")


@attack
def rename_the_machine(folder, port, process):
    socket.sethostname("x" * 10_000)  # too long a name, should the guard fail


@attack
def set_the_clock(folder, port, process):
    time.clock_settime(time.CLOCK_REALTIME, -1)  # no such time, should the guard fail


# The guard and the agent


@attack
def end_the_process(folder, port, process):
    os._exit(0)


@attack
def leave(folder, port, process):
    sys.exit(1)


@attack
def abort(folder, port, process):
    os.abort()


@attack
def close_everything(folder, port, process):
    os.closerange(0, 200)
    os._exit(0)


@attack
def stop_the_timer(folder, port, process):
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    while True:
        pass


@attack
def call_the_system(folder, port, process):
    ctypes.CDLL(None).system(f"touch {folder}/new".encode())


@attack
def empty_the_rules(folder, port, process):
    policy = sys.modules["testloom_agent.guard.policy"]
    for name, value in list(vars(policy).items()):
        if isinstance(value, dict) and not name.startswith("__"):
            value.clear()
    policy.Denied = None
    open(f"{folder}/new", "w").close()


@attack
def persuade_the_guard(folder, port, process):
    for one in gc.get_objects():
        if type(one).__name__ == "Guard":
            one._trusted.add(threading.get_ident())
    open(f"{folder}/new", "w").close()


@attack
def replace_what_the_guard_asks(folder, port, process):
    os.path.realpath = lambda path, **_: os.getcwd() + "/x"
    os.fsdecode = lambda path: os.getcwd() + "/x"
    open(f"{folder}/new", "w").close()


@attack
def take_the_guard_from_a_traceback(folder, port, process):
    try:
        open(f"{folder}/new", "w").close()
    except PermissionError as error:
        place = error.__traceback__
        while place.tb_next:
            place = place.tb_next
        place.tb_frame.f_locals["trusted"].add(threading.get_ident())
    open(f"{folder}/new", "w").close()
