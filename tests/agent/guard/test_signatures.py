"""What the guard and the environment put in the place of library functions is called like the originals."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from testloom.execution import Agent
from tests.agent.cases import call
from tests.values import plain

LOOKING = """
import inspect, sys
import argparse, asyncio, ctypes, datetime, getpass, grp, http.client, io, locale, logging, os
import multiprocessing.synchronize, pathlib, platform, pwd, queue, random, secrets, shutil, socket, sqlite3
import subprocess, tempfile, threading, time
import urllib.request, uuid, warnings

def signature(value):
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return None
    return [(p.name, int(p.kind), p.default is not p.empty) for p in parameters]

def code_of(value):
    functions = list(vars(value).values()) if isinstance(value, type) else [getattr(value, "__func__", value)]
    codes = [getattr(function, "__code__", None) for function in functions]
    return next((code.co_filename for code in codes if hasattr(code, "co_filename")), "")

def is_replaced(value):
    return "testloom_agent" in code_of(value) or "testloom_agent" in type(value).__module__

def replaced():
    for name in sorted(set(sys.modules) & set(sys.stdlib_module_names)):
        for attribute, value in sorted(vars(sys.modules[name]).items()):
            if is_replaced(value):
                yield f"{name}:{attribute}"
            elif isinstance(value, type) and value.__module__ == name:
                inner = [part for part, held in vars(value).items() if is_replaced(held)]
                yield from (f"{name}:{attribute}.{part}" for part in inner)

def told(path):
    module, _, qualname = path.partition(":")
    found = sys.modules[module]
    for part in qualname.split("."):
        found = getattr(found, part)
    return [path, signature(found)]
"""
SUBJECT = """
import json

def parts():
    return [json.dumps(told(path)) for path in list(replaced())]
"""
PLAIN = """
import json
print(json.dumps([told(path) for path in json.loads(sys.argv[1])]))
"""
NATIVE = {"_posixsubprocess:fork_exec", "subprocess:_fork_exec"}
"""Functions in C that only the standard library calls, by place."""


def test_what_is_replaced_keeps_its_signature(python: Path, tmp_path: Path) -> None:
    (tmp_path / "looking.py").write_text(LOOKING + SUBJECT)
    with Agent.start(python, tmp_path / "looking.py", tmp_path) as agent:
        [[*_, seen]] = agent.observe([call("looking:parts")])
    assert seen.value is not None, seen.exception
    found = dict(map(json.loads, plain(seen.value)))

    command = [str(python), "-c", LOOKING + PLAIN, json.dumps(list(found))]
    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
    real = {path: signature for path, signature in json.loads(told) if signature is not None}

    assert len(found) > 60
    assert {path: found[path] for path in real if path not in NATIVE} == {
        path: signature for path, signature in real.items() if path not in NATIVE
    }


def test_a_semaphore_takes_its_arguments_by_name(python: Path, tmp_path: Path) -> None:
    (tmp_path / "locks.py").write_text(
        "from _multiprocessing import SemLock\n\n"
        "def lock(n):\n"
        "    made = SemLock(kind=1, value=n, maxvalue=n, name='/mine', unlink=False)\n"
        "    return made.name, made.acquire()\n"
    )

    with Agent.start(python, tmp_path / "locks.py", tmp_path) as agent:
        [[*_, seen]] = agent.observe([call("locks:lock", 1)])

    assert seen.value is not None
    assert list(plain(seen.value)) == ["/mine", True]
