"""Commands of command-line applications, invoked with the test tools of their libraries."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from testloom.model.checks import Form, fact, many, path, text
from testloom.model.commands import Command
from testloom.model.statements.calls import CallStatement
from testloom.model.statements.roles import plain

WORDS, INPUT = "args", "input"
"""The parameters of a command: the words after its name, and its standard input."""
_COMMAND = Form.of(Command, runner=path, app=path, names=many(text))


class CommandStatement(CallStatement, frozen=True):
    """A command that is invoked with a command line; its value is the result: output and exit code.

    The `receiver` is the runner.
    """

    tag: ClassVar[str] = "command"
    is_direct: ClassVar[bool] = False
    yields_response: ClassVar[bool] = True
    command: Annotated[Command, plain(_COMMAND.from_list)] = Command("", "")

    @classmethod
    def checked(cls, **fields: Any) -> CommandStatement:
        """Make the statement, after a check that it names its runner."""
        fact(fields["receiver"] is not None, None, "the runner of a command, its receiver")
        return cls(**fields)

    @property
    def given(self) -> dict[str, int]:
        """The arguments, by the names of the parameters."""
        return {**dict(zip((WORDS, INPUT), self.args, strict=False)), **dict(self.kwargs)}


read_command = _COMMAND.from_object
"""A function that decodes a command as the agent reports it."""
