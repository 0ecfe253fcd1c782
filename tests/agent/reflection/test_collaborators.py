"""What a module calls that others have made, and which exceptions it handles."""

from __future__ import annotations

import ast
import asyncio
import json
import multiprocessing
import socket
import subprocess
import sys
from contextvars import ContextVar
from copy import deepcopy
from functools import partial
from pathlib import Path
from types import FunctionType
from typing import Any, NoReturn, cast

import pluggy
import requests
from sqlalchemy import Column, Integer, create_engine, select
from sqlalchemy.orm import DeclarativeBase

from testloom_agent.reflection.modules.collaborators import caught_in, collaborators_of, undefined_in

SOURCE = """
def fetch(path):
    try:
        run(path)
        own()
        len(path)
    except (FileNotFoundError, subprocess.TimeoutExpired):
        raise Problem
    except Missing:
        return Path(path)

def own(): ...

run("at import")
"""


def own() -> None: ...


class Problem(Exception):
    pass


NAMESPACE: dict[str, Any] = {
    "run": subprocess.run,
    "subprocess": subprocess,
    "Path": Path,
    "own": own,
    "Problem": subprocess.SubprocessError,
}


def test_imported_functions_and_classes_that_functions_call_are_collaborators() -> None:
    assert collaborators_of(__name__, NAMESPACE, ast.parse(SOURCE)) == [f"{__name__}:run", f"{__name__}:Path"]


def test_what_only_computes_is_no_collaborator() -> None:
    source = "def ask(value):\n    return cast(int, partial(deepcopy, value))"
    namespace = {"cast": cast, "partial": partial, "deepcopy": deepcopy}

    assert collaborators_of(__name__, namespace, ast.parse(source)) == []


def test_waiting_for_tasks_and_queues_is_no_collaborator_but_connecting_is() -> None:
    source = (
        "async def ask(job):\n    await asyncio.wait_for(job, Queue())\n    await asyncio.open_connection()"
    )
    namespace = {"asyncio": asyncio, "Queue": asyncio.Queue}

    found = collaborators_of(__name__, namespace, ast.parse(source))

    assert found == [f"{__name__}:asyncio.open_connection"]


def test_making_a_response_of_aiohttp_is_no_collaborator() -> None:
    respond = FunctionType(own.__code__, {"__name__": "aiohttp.web_response"}, "json_response")
    tree = ast.parse("def ask():\n    return respond()")

    assert collaborators_of(__name__, {"respond": respond}, tree) == []


def test_libraries_that_compute_are_no_collaborators_but_for_what_reads_and_writes() -> None:
    def function(home: str) -> Any:
        return FunctionType(own.__code__, {"__name__": home}, "function")

    namespace = {"solve": function("numpy.linalg"), "read_csv": function("pandas.io.parsers")}
    namespace["solve"].__module__, namespace["read_csv"].__module__ = "numpy.linalg", "pandas"
    source = "def report(path):\n    return solve(read_csv(path))"

    assert collaborators_of(__name__, namespace, ast.parse(source)) == [f"{__name__}:read_csv"]


def test_classes_of_rows_and_what_makes_queries_of_them_are_no_collaborators() -> None:
    class Base(DeclarativeBase):
        pass

    class Coin(Base):
        __tablename__ = "collaborating_coins"
        id = Column(Integer, primary_key=True)

    Coin.__module__ = "bank.models"
    namespace = {"Coin": Coin, "select": select, "create_engine": create_engine}
    source = "def f(): return select(Coin()), create_engine()"

    assert collaborators_of(__name__, namespace, ast.parse(source)) == [f"{__name__}:create_engine"]


def test_nothing_of_requests_is_a_collaborator_since_tests_answer_what_it_sends() -> None:
    source = "def ask():\n    requests.get('a')\n    post('b')\n    session.put('c')"
    namespace = {"requests": requests, "post": requests.post, "session": requests.Session()}

    assert collaborators_of(__name__, namespace, ast.parse(source)) == []


def test_the_classes_of_exceptions_that_are_handled_are_found_where_they_can_be() -> None:
    assert caught_in(NAMESPACE, ast.parse(SOURCE)) == [FileNotFoundError, subprocess.TimeoutExpired]


def test_what_is_called_of_a_library_that_reaches_outwards_is_a_collaborator() -> None:
    source = "def fetch(path):\n    subprocess.run(path)\n    json.loads(path)\n    path.run()"
    namespace = {"subprocess": subprocess, "json": json}

    assert collaborators_of(__name__, namespace, ast.parse(source)) == [f"{__name__}:subprocess.run"]


def test_what_functions_use_and_could_not_be_imported_is_undefined() -> None:
    source = (
        "try:\n    import yaml, json\nexcept ImportError:\n    pass\ndef load(text): return yaml.load(json.x)"
    )

    assert undefined_in("m", {"json": json}, ast.parse(source)) == ["m:yaml"]


def exit_now() -> NoReturn:
    sys.exit()


def test_what_never_returns_is_no_collaborator() -> None:
    exit_now.__module__ = "others"
    source = "def leave():\n    exit_now()"

    assert collaborators_of(__name__, {"exit_now": exit_now}, ast.parse(source)) == []


def test_objects_of_classes_of_others_are_collaborators_where_functions_use_them() -> None:
    source = "def who():\n    plugins = manager.hook, user.get()\n    return [own_problem, words, unused]"
    namespace = {
        "manager": pluggy.PluginManager("a"),
        "user": ContextVar("user"),
        "own_problem": Problem(),
        "words": ["a"],
        "other": pluggy.PluginManager("b"),
    }

    assert collaborators_of(__name__, namespace, ast.parse(source)) == [
        f"{__name__}:manager",
        f"{__name__}:user",
    ]


class Plugins(pluggy.PluginManager):
    def own(self) -> None: ...


def test_methods_that_a_class_inherits_and_calls_on_itself_are_collaborators() -> None:
    source = "class Plugins:\n    def load(self):\n        self.register(self.own())\n        self.missing()"

    found = collaborators_of(__name__, {"Plugins": Plugins}, ast.parse(source))

    assert found == [f"{__name__}:Plugins.register"]


class Line(socket.socket):
    def receive(self) -> None: ...


def test_methods_of_a_class_that_reaches_out_are_collaborators() -> None:
    source = "class Line:\n    def receive(self):\n        self.recv(1)\n        self.__class__()"

    assert collaborators_of(__name__, {"Line": Line}, ast.parse(source)) == [f"{__name__}:Line.recv"]


class Worker(multiprocessing.Process):
    def run(self) -> None: ...


def test_a_class_of_processes_is_a_collaborator_of_the_code_that_makes_one() -> None:
    source = "def begin():\n    worker = Worker()\n    worker.start()\n    Line()"

    found = collaborators_of(__name__, {"Worker": Worker, "Line": Line}, ast.parse(source))

    assert found == [f"{__name__}:Worker"]


def test_a_handler_that_names_a_parameter_handles_its_default() -> None:
    source = """
def retry(on=(OSError, subprocess.TimeoutExpired), *, silent=KeyError):
    def wrapper():
        try:
            ...
        except on:
            ...
        except silent:
            ...
"""

    assert caught_in(NAMESPACE, ast.parse(source)) == [OSError, subprocess.TimeoutExpired, KeyError]
