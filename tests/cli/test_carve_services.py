"""`testloom carve`: tests of what a framework calls, without its framework's context."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

from tests.cli.command import run, run_process
from tests.cli.test_carve import passes
from tests.projects import pyproject

FRAMEWORK = '''
    """A framework in small: an application with its handlers, and the request as a proxy."""

    from contextvars import ContextVar

    CURRENT = ContextVar("current")


    class App:
        def __init__(self):
            self.handlers = {}

        def get(self, name):
            return lambda function: self.handlers.setdefault(name, function)

        def ask(self, handler, **fields):
            token = CURRENT.set(Request(fields))
            try:
                return self.handlers[handler]()
            finally:
                CURRENT.reset(token)


    class Request:
        def __init__(self, fields):
            self.fields = fields

        def field(self, name):
            return self.fields.get(name)


    class Proxy:
        __class__ = property(lambda self: type(CURRENT.get(self)))

        def __getattr__(self, name):
            return getattr(CURRENT.get(), name)


    class Reply:
        def __init__(self, text):
            self.text = text


    def reply(text):
        CURRENT.get()
        return Reply(text)


    def quoted(text):
        return f"<{text}>"


    request = Proxy()
'''
SERVICE = """
    from framework import App, quoted, reply, request


    def make_app(greeting):
        app = App()

        @app.get("hello")
        def hello():
            name = request.field("name")
            if name is None:
                return reply("who?"), 404
            return reply(f"{greeting} {quoted(name)}")

        return app
"""


def test_functions_in_a_registry_are_tested_with_doubles_of_what_a_framework_holds_around_them(
    tmp_path: Path,
) -> None:
    (tmp_path / "pyproject.toml").write_text(pyproject("service"))
    for name, text in (("framework", FRAMEWORK), ("service", SERVICE)):
        (tmp_path / f"{name}.py").write_text(textwrap.dedent(text))
    (tmp_path / "app.py").write_text(
        "from service import make_app\n"
        "app = make_app('Hi')\n"
        "print(app.ask('hello', name='Ann').text, app.ask('hello')[1])\n"
    )
    recorded = run_process(
        tmp_path, "record", "--python", sys.executable, "--include", "service.py", "--", "app.py"
    )
    assert recorded.out == "Hi <Ann> 404\n"

    run(tmp_path, "carve", "recording.testloom", "--out", "tests")

    text = (tmp_path / "tests" / "test_service.py").read_text()
    for line in (
        'hello = app.handlers["hello"]',
        'monkeypatch.setattr("service.request", ',
        'as_recorded((call("Hi <Ann>"), ',
        "assert hello() == (the_reply, 404)",
        "assert hello() is the_reply",
    ):
        assert line in text
    assert "service.quoted" not in text
    assert passes(tmp_path)[0]
