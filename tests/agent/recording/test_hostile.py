"""Programs that make recording hard behave as ever, and what was recorded before is there."""

from __future__ import annotations

import signal
import time

from tests.agent.recorded_program import SECONDS, Project


def test_secrets_are_nowhere_in_the_recording(project: Project) -> None:
    project.write(
        vault="""
        def login(user, password, **more): ...
        def send(headers, body): ...
        """,
        app="""
        from vault import login, send
        login("ann", "correct horse", api_key="k-1")
        login(user="ann", password="battery staple")
        send({"Authorization": "Basic abc"}, "sk4f9Qz81LmX72pWcV0tYhB3")
        """,
    )
    project.run()

    written = b"".join(file.read_bytes() for file in project.folder.glob("calls.testloom*"))
    for secret in (b"correct horse", b"battery staple", b"k-1", b"Basic abc", b"sk4f9Qz81LmX72pWcV0tYhB3"):
        assert secret not in written
    assert b"ann" in written and b"redacted" in written


def test_the_rest_of_a_secret_is_nowhere_once_its_beginning_was_taken(project: Project) -> None:
    project.write(
        vault="""
        def login(user, password): ...
        def take(rest): ...
        """,
        app="""
        from vault import login, take
        login("ann", "correct horse")
        text = b"correct horse"
        for whole in ("correct horse", text, bytearray(text), ["--password", "battery"], ("pin", "19-84")):
            rest = iter(whole)
            next(rest)
            take(rest)
        last = reversed(["--token", "staple"])
        take(last)
        take(iter(["plain"]))
        """,
    )
    project.run()

    written = b"".join(file.read_bytes() for file in project.folder.glob("calls.testloom*"))
    for secret in (b"orrect horse", b"battery", b"19-84", b"staple"):
        assert secret not in written
    assert b"plain" in written and b"redacted" in written


def test_a_password_is_nowhere_as_what_a_double_is_asked_or_answers(project: Project) -> None:
    (project.folder / "node_modules").mkdir()
    (project.folder / "node_modules" / "lib.py").write_text(
        "class Server:\n"
        "    def login(self, user, password): return f'{user} with {password}'\n"
        "    def token(self): return 'tkn-1'\n"
        "    def echo(self, text): return 'said ' + text\n"
        "def connect(name, secret): return Server()\n"
    )
    project.write(
        client="""
        from lib import connect
        class Client:
            def __init__(self, server, password):
                self.server, self.password = server, password
            def greet(self): return self.server.login("ann", self.password), self.server.token()
            def tell(self): return self.server.echo("x " + self.password + " y")
        def opened(name):
            with open("settings.txt") as file: word = file.read()[5:]
            return connect(name, word)
        """,
        app="""
        import sys
        sys.path.append("node_modules")
        from lib import Server
        from client import Client, opened
        client = Client(Server(), "hunter2!")
        print(client.greet(), client.tell(), type(opened("db")).__name__)
        """,
    )
    (project.folder / "settings.txt").write_text("word=correct horse")
    assert project.run("app.py", "--password", "battery", "--api-key=staple") == project.plainly()

    written = b"".join(file.read_bytes() for file in project.folder.glob("calls.testloom*"))
    names = [path.rpartition(":")[2] for path, _ in project.calls]
    assert names[1:] == ["Client.greet", "Client.tell", "opened"]
    for secret in (b"hunter2!", b"tkn-1", b"correct horse", b"battery", b"staple"):
        assert secret not in written


HOSTILE = """
    class Loud:
        def __init__(self, name): self.name = name
        def __repr__(self): print("repr"); raise RuntimeError
        def __eq__(self, other): print("eq"); raise RuntimeError
        def __hash__(self): print("hash"); raise RuntimeError
        @property
        def value(self): print("property"); raise RuntimeError
    def look(loud, depth=0):
        return look(loud, depth + 1) if depth < 900 else depth
    def keep(value): ...
"""


def test_no_code_of_values_is_called(project: Project) -> None:
    project.write(
        hostile=HOSTILE,
        app="""
        from hostile import *
        loop = []
        loop.append(loop)
        keep(loop)
        keep(lambda: 1)
        keep("x" * 50_000_000)
        print(look(Loud("a")))
        """,
    )
    assert project.run() == project.plainly() == ("900\n", "", 0)
    reasons = {reason for path, reason in project.lost if path == "hostile:keep"}
    assert reasons == {"a string that is too long"}


BUSY = """
    import asyncio, os, sys
    class Secret:
        def __init__(self, password): self.password = password
        def __repr__(self): raise RuntimeError
        def __eq__(self, other): raise RuntimeError
        def __bool__(self): raise RuntimeError
        def __getattr__(self, name): raise RuntimeError
    class Server:
        def __init__(self, log): self.log, self.seen = log, 0
        async def answer(self, request, secret):
            await asyncio.sleep(0)
            self.seen += 1
            self.log.write(str(request))
            return request * 2
        def big(self, data): return len(data)
"""


def test_a_service_under_load_with_hostile_values_behaves_as_ever(project: Project) -> None:
    project.write(
        busy=BUSY,
        app="""
        import asyncio, sys, time
        from busy import *
        class Log:
            def write(self, text): sys.stdout.write(text[:1])
        events = []
        sys.setprofile(lambda frame, event, arg: events.append(1) if not events else None)
        async def main():
            server = Server(Log())
            calls = [server.answer(n, Secret("hunter2 the second")) for n in range(2000)]
            results = await asyncio.gather(*calls)
            print(sum(results), server.seen, server.big(bytearray(1_000_000_000)), bool(events))
        asyncio.run(main())
        sys.stdout.flush()
        time.sleep(1)
        os._exit(7)
        """,
    )
    assert project.run() == project.plainly()

    assert {path for path, _ in project.calls} >= {"busy:Server.answer", "busy:Secret.__init__"}
    written = b"".join(file.read_bytes() for file in project.folder.glob("calls.testloom*"))
    assert b"hunter2" not in written


def test_threads_record_side_by_side(project: Project) -> None:
    project.write(
        sums="def add(one, other): return one + other\n",
        app="""
        import threading
        from sums import add
        def work(number):
            for n in range(50):
                add("x" * number, str(n))
        threads = [threading.Thread(target=work, args=(n,)) for n in range(20)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        """,
    )
    assert project.run() == ("", "", 0)
    assert project.calls and not project.lost


def test_a_run_that_is_killed_or_leaves_at_once_keeps_what_it_recorded(project: Project) -> None:
    project.write(
        steps="def step(n): return n\n",
        app="""
        import os, sys, time
        from steps import step
        step(1)
        time.sleep(0.5)
        if len(sys.argv) > 1:
            os._exit(3)
        print("ready", flush=True)
        time.sleep(60)
        """,
    )
    assert project.run("app.py", "leave")[2] == 3
    assert len(project.calls) == 1

    with project.start() as process:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGKILL)
    assert len(project.calls) == 2


def test_a_forked_child_records_too(project: Project) -> None:
    project.write(
        steps="def step(n): return n\n",
        app="""
        import multiprocessing
        from steps import step
        if __name__ == "__main__":
            step("parent")
            child = multiprocessing.get_context("fork").Process(target=step, args=(2,))
            child.start()
            child.join()
        """,
    )
    assert project.run()[2] == 0

    assert [data["steps"][0][2] for _, data in project.calls] == ["parent", 2]


def test_a_long_run_is_looked_at_more_and_more_seldom(project: Project) -> None:
    project.write(
        steps="def step(n): return n\n",
        app="""
        from steps import step
        for n in range(200_000):
            step(n)
        step("new")
        """,
    )
    started = time.monotonic()
    project.run()

    assert time.monotonic() - started < SECONDS
    assert len(project.calls) < 30


def test_functions_run_as_ever_while_nobody_looks_and_are_looked_at_again_later(project: Project) -> None:
    project.write(
        steps="""
        import asyncio, contextlib
        class Base:
            def step(self, n, by=1): return n + by
        class Steps(Base):
            def step(self, n, *, by=2): return super().step(n, by=by)
            @classmethod
            def double(cls, n): return cls.__name__, 2 * n
        def counted(n):
            got = yield n
            return got
        async def later(n):
            return n
        def again(n): return (yield from counted(n))
        """,
        app="""
        import asyncio, inspect, time
        import steps
        held = [steps.Steps().step]
        def sent(generator):
            next(generator)
            try:
                generator.send(3)
            except StopIteration as stop:
                return stop.value
        async def all_of(numbers): return sum([await steps.later(n) for n in numbers])
        found = {
            sum(held[0](n) for n in range(20_000)),
            sum(steps.Steps.double(n)[1] for n in range(20_000)),
            sum(sent(steps.again(n)) for n in range(20_000)),
            asyncio.run(all_of(range(20_000))),
        }
        print(sorted(found), inspect.signature(steps.Steps.step), inspect.iscoroutinefunction(steps.later))
        time.sleep(1.5)
        print(held[0]("late", by="r"), steps.Steps.double("late"), sent(steps.again("late")))
        asyncio.run(steps.later("late"))
        """,
    )
    assert project.run() == project.plainly()

    late = [path for path, data in project.calls if any("late" in step for step in data["steps"])]
    assert sorted(late) == [
        "steps:Steps.double",
        "steps:Steps.step",
        "steps:again",
        "steps:counted",
        "steps:later",
    ]


def test_a_function_that_rested_is_looked_at_in_a_forked_child(project: Project) -> None:
    project.write(
        steps="def step(n): return n\n",
        app="""
        import os
        from steps import step
        for n in range(20_000): step(n)
        if not (child := os.fork()):
            step("child")
            os._exit(0)
        os.waitpid(child, 0)
        """,
    )
    assert project.run()[2] == 0

    assert "child" in [data["steps"][0][2] for _, data in project.calls]


def test_nobody_else_reads_the_recording_or_its_log(project: Project) -> None:
    project.write(
        lib="def f(n): return n",
        app="""
        import glob, os, time
        import lib
        lib.f(1)
        time.sleep(0.5)
        print({oct(os.stat(name).st_mode & 0o777) for name in glob.glob("calls.testloom*")})
        """,
    )
    project.journal.touch(0o644)

    assert project.run()[0] == "{'0o600'}\n"
    assert len(project.calls) == 1


def test_a_recording_that_is_a_link_is_not_followed(project: Project) -> None:
    project.write(lib="def f(n): return n", app="import lib; lib.f(1)")
    project.journal.symlink_to(project.folder / "new")

    _, err, status = project.run()

    assert status != 0
    assert "a recording cannot be a link" in err
    assert not (project.folder / "new").exists()
