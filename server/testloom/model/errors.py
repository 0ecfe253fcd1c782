"""The errors of Testloom.

TestloomError
├── UsageError            the request itself is wrong (exit 2)
│   ├── UnsavedError      what it is about has been edited and not been saved
│   └── MessageError      an editor's message cannot be read
├── ProjectError          the project cannot be worked with
│   ├── InterpreterError  the interpreter is missing, too old, or broken
│   │   └── TrackedInterpreterError  it comes with the repository
│   ├── MissingToolError  pytest or coverage.py is not installed in it
│   └── OutputError       the tests cannot be written where they belong
├── StoreError            what is kept between runs cannot be read or written
├── SubjectError          the module under test cannot be loaded
├── AgentError            the agent ended or broke its protocol
└── ProviderError         a value provider of somebody else cannot be used

Each says what happened, to what, and what to do next: `str(error)` is one clear message. `EnoughError` is
none of them: nothing has failed.
"""

from __future__ import annotations

import shlex
from pathlib import Path


class TestloomError(Exception):
    """The base of every error that a user may read; `advice` is the next step."""

    __test__ = False

    def __init__(self, what: str, advice: str = "") -> None:
        super().__init__(f"{what} {advice}".strip())
        self.what = what
        self.advice = advice


class EnoughError(BaseException):
    """The rest of the work under way is not wanted; like a KeyboardInterrupt, not a failure to be handled."""


class UsageError(TestloomError):
    """The request names something that is not there."""


class UnsavedError(UsageError):
    """The editor's text of a file differs from the disk."""


class UnderwayError(UsageError):
    """The requested work is already under way."""


class MessageError(UsageError):
    """A field of an editor's message is missing, or of the wrong type."""


class ProjectError(TestloomError):
    """The project cannot be worked with.

    `file` and `line` are the place where the user can fix the problem, if known.
    """

    def __init__(
        self, what: str, advice: str = "", file: Path | None = None, line: int | None = None
    ) -> None:
        super().__init__(what, advice)
        self.file = file
        self.line = line


class InterpreterError(ProjectError):
    """The project's interpreter is missing, too old, or does not run."""


class TrackedInterpreterError(InterpreterError):
    """The interpreter comes with the repository, and nobody has consented to running it."""

    def __init__(self, python: Path, tracked: Path) -> None:
        super().__init__(
            f"{python} does what the repository says (git tracks {tracked}). Testloom cannot restrict it.",
            f"If you trust it, pass --python {shlex.quote(str(python))}.",
        )
        self.python = python
        self.tracked = tracked


class MissingToolError(ProjectError):
    """A tool that runs the tests is not installed in the project's interpreter."""


class OutputError(ProjectError):
    """Tests cannot be written where they belong."""


class StoreError(TestloomError):
    """The store cannot be read or written."""


class SubjectError(TestloomError):
    """The module under test cannot be loaded; `code` is one of the agent's (docs/agent-protocol.md).

    `line` is where it failed, if known.
    """

    def __init__(self, code: str, what: str, advice: str = "", line: int | None = None) -> None:
        super().__init__(what, advice)
        self.code = code
        self.line = line


class AgentError(TestloomError):
    """The agent ended unexpectedly or broke its protocol."""


class ProviderError(TestloomError):
    """A value provider of another package cannot be loaded, or failed."""

    def __init__(self, name: str, distribution: str, what: str) -> None:
        super().__init__(
            f"The value provider {name!r} of the package {distribution!r} cannot be used: {what}.",
            f"Mend it (docs/providers.md), or remove it: pip uninstall {shlex.quote(distribution)}.",
        )
