"""Messages about a subject that the agent could not load, and about an agent that died."""

from __future__ import annotations

import logging
from typing import Any

from testloom.execution.process import AGENT_FOLDER, AgentDied, AgentSilent
from testloom.model.errors import AgentError, InterpreterError, SubjectError, TestloomError
from testloom.platform.processes import signal_name

log = logging.getLogger(__name__)


class PrivateFilesError(SubjectError):
    """The subject has read private files, and got stand-ins for their contents, before it failed to load."""


def load_error(data: dict[str, Any]) -> SubjectError | InterpreterError:
    """Make an error from the agent's report that it cannot load a subject."""
    code, what, advice = (str(data.get(part, "")) for part in ("code", "what", "advice"))
    line = data.get("line")
    if files := ", ".join(map(str, data.get("withheld", ()))):
        advice = (
            f"Testloom imports it with other contents of {files}, which tests must not depend on. "
            f"Read them in a function if the module needs them as they are. Else: {advice}"
        )
        return PrivateFilesError(code, what, advice, line)
    if code == "interpreter":
        return InterpreterError(what, advice)
    return SubjectError(code, what, advice, line)


def too_slow(name: str, seconds: float) -> SubjectError:
    """Make the error for a subject whose import does not end."""
    return SubjectError(
        "import-timeout",
        f"Importing {name} did not finish within {seconds:g} seconds and could not be interrupted.",
        "Move the slow code into a function.",
    )


def died_at_load(name: str, death: AgentDied) -> TestloomError:
    """Make the error for a process that ended at load: due to the interpreter, the agent or the subject."""
    if "Traceback" in death.log or AGENT_FOLDER.name in death.log:
        log.error("The agent failed before %s was loaded:\n%s", name, death.log)
        return AgentError(
            f"The agent failed before {name} was loaded: {death.log.splitlines()[-1]}",
            "This is a bug in Testloom; please report it.",
        )
    if death.log:
        return InterpreterError(
            f"The interpreter cannot run: {death.log.splitlines()[0]}",
            "Choose Python 3.10 or newer with --python, or in the editor's settings.",
        )
    return SubjectError(
        "import-exited",
        f"Importing {name} ended the process with {manner_of(death)}.",
        "Move the code that ends it into a function, or under `if __name__ == '__main__':`.",
    )


def manner_of(death: AgentDied | AgentSilent) -> str:
    """Describe how an agent died."""
    if isinstance(death, AgentSilent):
        return "a timeout"
    return signal_name(death.status) if death.status < 0 else f"exit status {death.status}"
