"""Nothing that the subject does reaches the user's files, network or processes."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testloom.execution import Agent, guarded_command
from testloom.measurement import plugins
from testloom.model.errors import SubjectError
from testloom.model.statements import CallStatement, DoubleStatement, LiteralStatement, TestCase
from testloom.model.statements.environment import StateStatement
from testloom_agent.guard.hosts import is_numeric
from tests.agent.cases import call
from tests.agent.conftest import SUBJECTS
from tests.values import plain

DATA = SUBJECTS / "data-of-hazards"
OPENED = """
import os, tempfile
HERE = os.path.dirname(__file__)
KEPT = os.path.join(HERE, "kept")

def change_mode():
    with open(KEPT) as file:
        os.fchmod(file.fileno(), 0o700)

def change_time():
    os.utime(os.open(KEPT, os.O_RDONLY), (0, 0))

def change_owner():
    os.fchown(os.open(KEPT, os.O_RDONLY), os.getuid(), os.getgid())

def change_folder():
    os.chmod(os.open(HERE, os.O_RDONLY), 0o700)

def change_own():
    with tempfile.TemporaryFile() as file, open("own", "w") as own:
        os.fchmod(file.fileno(), 0o600)
        os.fchmod(own.fileno(), 0o600)
        os.utime(own.fileno())

def change_memory():
    os.ftruncate(os.memfd_create("memory"), 10)
"""
Agents = Callable[[str], Agent]

DENIED = {
    "run": "start a process",
    "fork": "start a process",
    "kill_parent": "send a signal",
    "crash_with_ctypes": "call native code",
    "connect": "use the network",
}


NAMED = {
    "run": "start a process (subprocess.Popen: 'true')",
    "connect": "use the network (socket.connect: '127.0.0.1')",
    "look_up": "use the network (socket.connect: 'testloom.invalid')",
}


@pytest.mark.parametrize("name", sorted(NAMED))
def test_a_denial_names_the_program_or_the_host(agent_of: Agents, name: str) -> None:
    [result] = agent_of("hazards").execute([call(f"hazards:{name}")])

    assert result.denied == (NAMED[name],)


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        (b"fe80::1%eth0", True),
        ("localhost", False),
        (None, True),
        ("example.com", False),
        ("1.example", False),
        ("a", False),
    ],
)
def test_an_address_in_numbers_is_looked_up_without_a_network(host: Any, expected: bool) -> None:
    assert is_numeric(host) is expected


@pytest.mark.parametrize("name", sorted(DENIED))
def test_denied_operations_raise_and_are_told(agent_of: Agents, name: str) -> None:
    [result] = agent_of("hazards").execute([call(f"hazards:{name}")])

    assert result.exception is not None and result.exception.type == "testloom_agent.guard.policy:Denied"
    assert result.denied and DENIED[name] in result.denied[0]


@pytest.mark.parametrize("descriptor", [0, 1, 2])
def test_a_number_is_no_path_to_a_standard_stream(agent_of: Agents, descriptor: int) -> None:
    case = TestCase((LiteralStatement(1, descriptor), CallStatement(2, "hazards:read_path", None, (1,))))

    [result] = agent_of("hazards").execute([case])

    assert result.denied == (f"take over the open file {descriptor}",)


def test_a_denial_that_the_subject_swallows_is_told(agent_of: Agents) -> None:
    test = call("hazards:run_and_forgive")
    [result, after] = agent_of("hazards").execute([test, call("hazards:fine")])
    [[observation]] = agent_of("hazards").observe([test])

    assert (result.end, len(result.denied)) == ("passed", 1)
    assert observation.denied == result.denied
    assert after.denied == ()


def test_a_huge_file_is_denied_and_told_once(agent_of: Agents) -> None:
    [result, after] = agent_of("hazards").execute([call("hazards:reserve_and_forgive"), call("hazards:fine")])

    assert (result.end, result.denied) == ("passed", ("write more than 64 MB to a file",))
    assert after.denied == ()


def test_a_function_of_another_module_that_is_replaced_is_told(agent_of: Agents) -> None:
    [[spoiling], [after]] = agent_of("hazards").observe(
        [call("hazards:replace_compile"), call("hazards:fine")]
    )

    assert (spoiling.denied, after.denied) == (("replace re.compile permanently",), ())


def test_a_function_that_the_test_itself_replaces_is_not_told(agent_of: Agents) -> None:
    double, state = DoubleStatement(1), StateStatement(2, "subprocess:run", 1)
    case = TestCase((double, state, CallStatement(3, "hazards:fine")))

    [observed] = agent_of("hazards").observe([case])

    assert [entry.denied for entry in observed] == [(), (), ()]


def test_files_outside_are_neither_written_nor_removed(agent_of: Agents, tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    old.write_text("mine")

    results = agent_of("hazards").execute(
        [call("hazards:write", str(new)), call("hazards:write", str(old)), call("hazards:remove", str(old))]
    )

    assert [len(result.denied) for result in results] == [1, 1, 1]
    assert (new.exists(), old.read_text()) == (False, "mine")


def test_a_file_of_the_project_that_is_open_for_reading_stays_as_it_is(python: Path, tmp_path: Path) -> None:
    (tmp_path / "opened.py").write_text(OPENED)
    kept = tmp_path / "kept"
    kept.write_text("mine")
    before = kept.stat()
    names = ("change_mode", "change_time", "change_owner", "change_folder")
    with Agent.start(python, tmp_path / "opened.py", tmp_path) as agent:
        results = agent.execute([call(f"opened:{name}") for name in (*names, "change_own", "change_memory")])

    assert [len(result.denied) for result in results] == [1, 1, 1, 1, 0, 0]
    assert (kept.stat().st_mode, kept.stat().st_mtime) == (before.st_mode, before.st_mtime)


def test_a_folder_that_may_be_there_is_denied_only_where_it_is_not(agent_of: Agents, tmp_path: Path) -> None:
    there, missing = str(tmp_path), str(tmp_path / "new" / "deep")
    rights = 0o777
    tests = [
        call("os:makedirs", there, rights, True),
        call("hazards:make_folder", there),
        call("os:makedirs", there, rights, False),
        call("os:mkdir", there),
        call("os:makedirs", missing, rights, True),
    ]

    results = agent_of("hazards").execute(tests)

    assert [result.end for result in results] == ["passed", "passed", "raised", "raised", "raised"]
    assert [len(result.denied) for result in results] == [0, 0, 1, 1, 1]
    assert not (tmp_path / "new").exists()


def test_a_missing_folder_of_the_project_is_ensured_but_not_made(agent_of: Agents) -> None:
    results = agent_of("hazards").execute([call("hazards:ensure_data"), call("hazards:ensure_data")])

    assert [(result.end, result.denied) for result in results] == [("passed", ()), ("passed", ())]
    assert not DATA.exists()


@pytest.mark.parametrize(
    "name", ["look_at_data", "list_beside_data", "enter_data", "write_data", "make_data"]
)
def test_what_shows_that_an_ensured_folder_was_not_made_is_denied(agent_of: Agents, name: str) -> None:
    [result] = agent_of("hazards").execute([call(f"hazards:{name}")])

    assert len(result.denied) == 1
    assert DATA.name in result.denied[0] or name == "list_beside_data"
    assert not DATA.exists()


def test_reading_this_machines_files_is_allowed_and_told(agent_of: Agents) -> None:
    tests = [call("builtins:open", os.__file__), call("builtins:open", "/etc/hostname")]

    library, machine = agent_of("hazards").execute(tests)

    assert [library.end, machine.end] == ["passed", "passed"]
    assert machine.denied == ("read '/etc/hostname' on this machine",)


def test_sources_of_packages_may_be_linked_from_elsewhere(
    python: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("cache", "site-packages", "project"):
        (tmp_path / folder).mkdir()
    (tmp_path / "cache" / "library.py").write_text("def own():\n    return len(open(__file__).read()) > 0\n")
    (tmp_path / "site-packages" / "library.py").symlink_to(tmp_path / "cache" / "library.py")
    (tmp_path / "project" / "shop.py").write_text("import library\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site-packages"))

    with Agent.start(python, tmp_path / "project" / "shop.py", tmp_path / "project") as agent:
        [own, *others] = agent.execute(
            [
                call("library:own"),
                call("builtins:open", str(tmp_path / "cache" / "library.py")),
                call("builtins:open", str(tmp_path / "site-packages" / ".." / "cache" / "library.py")),
            ]
        )

    assert (own.end, own.denied) == ("passed", ())
    assert [len(other.denied) for other in others] == [1, 1]


def test_looking_at_the_stack_is_no_reading_of_this_machine(python: Path, tmp_path: Path) -> None:
    looking = "import traceback\n\ndef depth():\n    return len(traceback.extract_stack()) > 0\n"
    (tmp_path / "shop.py").write_text(looking)

    with Agent.start(python, tmp_path / "shop.py", tmp_path) as agent:
        [[*observed]] = agent.observe([call("shop:depth")])

    assert [entry.denied for entry in observed] == [()]


def test_a_library_may_look_at_the_system(
    python: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = "from pathlib import Path\n\ndef limit(path):\n    return len(Path(path).read_text()) > 0\n"
    for folder, module in (("libraries", "library"), ("project", "own")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"{module}.py").write_text(reading)
    (tmp_path / "project" / "shop.py").write_text("import library, own\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "libraries"))

    with Agent.start(python, tmp_path / "project" / "shop.py", tmp_path / "project") as agent:
        tests = [call(f"{module}:limit", "/proc/meminfo") for module in ("library", "own")]
        [library, own] = agent.execute(tests)
        [hosts] = agent.execute([call("library:limit", "/etc/passwd")])

    assert (library.end, library.denied) == ("passed", ())
    assert own.denied == ("read '/proc/meminfo' on this machine",)
    assert hosts.denied == ("read '/etc/passwd' on this machine",)


@pytest.mark.skipif(not Path("/etc/mime.types").exists(), reason="the system has no list of types")
def test_what_python_reads_for_itself_is_no_reading_of_this_machine(python: Path, tmp_path: Path) -> None:
    guessing = "import mimetypes\n\ndef kind():\n    mimetypes.init()\n"
    (tmp_path / "shop.py").write_text(guessing + "\ndef listed():\n    open('/etc/mime.types').close()\n")

    with Agent.start(python, tmp_path / "shop.py", tmp_path) as agent:
        kind, listed = agent.execute([call("shop:kind"), call("shop:listed")])

    assert (kind.end, kind.denied) == ("passed", ())
    assert listed.denied == ("read '/etc/mime.types' on this machine",)


def test_shared_memory_of_multiprocessing_stays_in_the_sandbox(python: Path, tmp_path: Path) -> None:
    subject = tmp_path / "shared.py"
    subject.write_text("import multiprocessing\nCOUNT = multiprocessing.RawValue('i', 3)\n")

    with Agent.start(python, subject, tmp_path) as agent:
        assert agent.description["module"] == "shared"


LOCKS = """
import multiprocessing

LOCK = multiprocessing.RLock()

def used():
    queue = multiprocessing.Queue()
    with LOCK, LOCK, multiprocessing.BoundedSemaphore(1) as taken:
        return taken, LOCK.acquire(False), multiprocessing.Event().is_set(), queue.empty()
"""


def test_locks_of_multiprocessing_are_those_of_threads(python: Path, tmp_path: Path) -> None:
    (tmp_path / "locks.py").write_text(LOCKS)

    with Agent.start(python, tmp_path / "locks.py", tmp_path) as agent:
        [result] = agent.execute([call("locks:used")])
        [[*_, seen]] = agent.observe([call("locks:used")])

    assert (result.end, result.denied) == ("passed", ())
    assert seen.value is not None
    assert list(plain(seen.value)) == [True, True, False, True]


def test_a_trace_function_that_is_left_behind_is_told(agent_of: Agents) -> None:
    lambda_ = CallStatement(1, "shapes:some_lambda")
    left = TestCase((lambda_, CallStatement(2, "sys:settrace", None, (1,))))

    [result, after] = agent_of("shapes").execute([left, call("shapes:identity", 1)])

    assert result.denied == ("leave a trace function behind",)
    assert (after.end, after.denied) == ("passed", ())


def test_files_inside_are_written(agent_of: Agents) -> None:
    [result] = agent_of("hazards").execute([call("hazards:write", "inside.txt")])

    assert (result.end, result.denied) == ("passed", ())


IMPORTS = {
    "write": "open({outside!r}, 'w')",
    "start": "import os; os.system('touch ' + {outside!r})",
    "remove": "import os; os.remove({kept!r})",
    "folder": "import os; os.mkdir({outside!r})",
    "rename": "import os; os.rename({kept!r}, {outside!r})",
    "database": "import sqlite3; sqlite3.connect({outside!r})",
    "address": "import sqlite3; sqlite3.connect('file:' + {outside!r} + '?mode=memory&mode=rwc', uri=True)",
    "fragment": "import sqlite3; sqlite3.connect('file:' + {outside!r} + '#?mode=memory', uri=True)",
    "link": "import os; os.link({kept!r}, 'x')",
    "through a link": "import os; os.symlink({kept!r}, 'x'); open('x', 'w')",
    "into a folder": "import os; os.mkdir('made', dir_fd=os.open({folder!r}, os.O_RDONLY))",
}


@pytest.mark.parametrize("name", sorted(IMPORTS))
def test_importing_is_guarded_too(python: Path, tmp_path: Path, name: str) -> None:
    kept, outside = tmp_path / "kept", tmp_path / "outside"
    kept.write_text("mine")
    subject = tmp_path / "subject.py"
    subject.write_text(IMPORTS[name].format(outside=str(outside), kept=str(kept), folder=str(tmp_path)))

    with pytest.raises(SubjectError) as caught:
        Agent.start(python, subject, tmp_path)

    assert caught.value.code == "import-blocked"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept", "subject.py"]
    assert kept.read_text() == "mine"


ASKING = """
import subprocess
if subprocess.check_output(["git", "version"], text=True) != "git version 2.40.0\\n":
    raise ImportError("no git")
subprocess.run("touch {outside}", shell=True, check=True)
def run():
    return subprocess.run(["touch", {outside!r}]).returncode
def load():
    import later
"""


def test_a_program_that_is_started_on_import_is_answered_and_not_started(
    python: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    (tmp_path / "subject.py").write_text(ASKING.format(outside=str(outside)))
    (tmp_path / "later.py").write_text(
        "import socket\ntry: socket.socket().bind(('', 0))\nexcept OSError: pass"
    )

    with Agent.start(python, tmp_path / "subject.py", tmp_path) as agent:
        run, load = agent.execute([call("subject:run"), call("subject:load")])

    assert not outside.exists()
    assert (run.end, len(run.denied)) == ("raised", 1)
    assert (load.end, load.denied) == ("passed", ())


LOADING = """
import ctypes
C = ctypes.cdll.LoadLibrary(None)
C.wcwidth.argtypes = (ctypes.c_wchar,)
WIDTH = C.wcwidth("a")
try:
    ctypes.CDLL("libpossible.so")
    FOUND = True
except OSError:
    FOUND = False
try:
    C.no_such_function
    FOUND = True
except AttributeError:
    pass
def known():
    assert (WIDTH, FOUND) == (0, False)
def call():
    return C.wcwidth("a")
def look_up():
    return C.getpid()
"""


def test_shared_libraries_are_answered_on_import_and_refused_later(python: Path, tmp_path: Path) -> None:
    (tmp_path / "subject.py").write_text(LOADING)
    tests = [call(f"subject:{name}") for name in ("known", "call", "look_up")]

    with Agent.start(python, tmp_path / "subject.py", tmp_path) as agent:
        known, *refused = agent.execute(tests)

    assert known.end == "passed"
    told = [f"call native code (ctypes.{event})" for event in ("call_function", "dlsym")]
    assert [result.denied for result in refused] == [(what,) for what in told]


PROTECTED = """
import ctypes, mmap
page = mmap.mmap(-1, mmap.PAGESIZE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, mmap.PROT_READ | mmap.PROT_WRITE)
place = ctypes.addressof(ctypes.c_char.from_buffer(page))
protect = ctypes.CDLL(None).mprotect
protect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
DONE = protect(place, mmap.PAGESIZE, mmap.PROT_READ | mmap.PROT_EXEC)
with open("/proc/self/maps") as maps:
    MODES = [line.split()[1] for line in maps if int(line.partition("-")[0], 16) == place]
def known():
    assert (DONE, MODES) == (0, ["r-xp"])
"""


def test_what_memory_is_for_is_said_on_import(python: Path, tmp_path: Path) -> None:
    (tmp_path / "subject.py").write_text(PROTECTED)

    with Agent.start(python, tmp_path / "subject.py", tmp_path) as agent:
        (known,) = agent.execute([call("subject:known")])

    assert known.end == "passed"


HARMLESS = """
import asyncio, ctypes, fcntl, logging, multiprocessing, os, shutil, sqlite3, tempfile, termios
import threading, uuid

with tempfile.TemporaryDirectory() as folder:
    with open(folder + "/a", "w") as file:
        file.write("x")
    shutil.copy(folder + "/a", folder + "/b")
with tempfile.NamedTemporaryFile() as file:
    file.write(b"x")
asyncio.run(asyncio.sleep(0))
thread = threading.Thread(target=print)
thread.start()
thread.join()
sqlite3.connect(":memory:").close()
sqlite3.connect("file:shared?mode=memory&cache=shared", uri=True).close()
sqlite3.connect("file::memory:?cache=shared", uri=True).close()
sqlite3.connect("file.db").close()
open("/dev/null", "w").close()
reading, writing = os.pipe()
os.write(writing, b"abc")
assert fcntl.ioctl(reading, termios.FIONREAD, bytes(4))[0] == 3
shutil.get_terminal_size()
DONE = True
"""


def test_what_harms_nobody_is_allowed(python: Path, tmp_path: Path) -> None:
    subject = tmp_path / "subject.py"
    subject.write_text(HARMLESS)

    with Agent.start(python, subject, tmp_path) as agent:
        assert agent.description["denied"] == []


EMITTED = """
import subprocess
import sys
import pytest

def test_writes_to_its_own_folder(tmp_path):
    (tmp_path / "a").write_text("x")

def test_writes_elsewhere():
    with pytest.raises(PermissionError):
        open({outside!r}, "w")

def test_starts_a_process():
    with pytest.raises(PermissionError):
        subprocess.run(["true"])

def test_finds_nothing_that_forks():
    assert not [name for name in vars(sys) if "fork" in name]
"""


@pytest.mark.parametrize("options", [(), ("-p", "apart", "--testloom-apart")], ids=["together", "apart"])
def test_pytest_runs_under_the_guard(tmp_path: Path, options: tuple[str, ...]) -> None:
    import sys

    sandbox, tests = tmp_path / "sandbox", tmp_path / "test_emitted.py"
    sandbox.mkdir()
    tests.write_text(EMITTED.format(outside=str(tmp_path / "outside")))

    command = [
        *guarded_command(Path(sys.executable), sandbox),
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        *options,
        str(tests),
    ]
    env = {**os.environ, "PYTHONPATH": str(Path(plugins.__file__).parent)}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 passed" in done.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["sandbox", "test_emitted.py"]


def test_the_launcher_says_how_it_is_used(tmp_path: Path) -> None:
    import sys

    command = guarded_command(Path(sys.executable), tmp_path)[:5]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 2 and done.stderr.startswith("usage:")


HOLDING = """
import ctypes
new, valid = ctypes.pythonapi.PyCapsule_New, ctypes.pythonapi.PyCapsule_IsValid
new.argtypes, new.restype = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p), ctypes.py_object
valid.argtypes = (ctypes.py_object, ctypes.c_char_p)
capsule = new(ctypes.cast(new, ctypes.c_void_p), ctypes.c_char_p(b"held"), None)
address = ctypes.cast(ctypes.CDLL(None).getpid, ctypes.c_void_p)
def known():
    assert (type(capsule).__name__, address.value) == ("PyCapsule", None)
"""


def test_libraries_may_put_pointers_into_objects_on_import(python: Path, tmp_path: Path) -> None:
    (tmp_path / "subject.py").write_text(HOLDING)

    with Agent.start(python, tmp_path / "subject.py", tmp_path) as agent:
        (known,) = agent.execute([call("subject:known")])

    assert known.end == "passed"
