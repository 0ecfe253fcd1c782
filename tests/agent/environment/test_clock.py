"""The clock of the project is that of the libraries, too, that check what it has issued."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SERVER = Path(__file__).parents[3] / "server"
TOKENS = """
import sys, types
def loaded(name, text):
    module = sys.modules[name] = types.ModuleType(name)
    exec(text, vars(module))
    return module
project = loaded("project", "from datetime import datetime, UTC\\ndef issued(): return datetime.now(UTC)")
tokens = loaded("jwt.api_jwt", "from datetime import datetime, UTC\\ndef now(): return datetime.now(UTC)")
claims = loaded("joserfc.claims", "import time\\ndef now(): return time.time()")
other = loaded("other", "import time\\ndef now(): return time.time()")
from testloom_agent.environment.timing.clock import START, Clock
found = []
clock = Clock(found.append)
clock.install([project])
clock.freeze(START)
print(project.issued() == tokens.now(), claims.now() == START, other.now() == START)
print(found)
"""


def test_libraries_of_tokens_see_the_clock_of_the_project_and_no_others_do() -> None:
    command = [sys.executable, "-c", TOKENS]
    told = subprocess.check_output(command, cwd=SERVER, text=True, timeout=60).splitlines()

    read = [
        ("project:datetime", "datetime.now"),
        ("jwt.api_jwt:datetime", "datetime.now"),
        ("time:time", "time"),
    ]
    assert told == ["True True False", str([("clock", *where) for where in read])]
