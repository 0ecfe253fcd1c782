"""Management commands of Django are run by their names."""

from __future__ import annotations

from random import Random

from testloom.capabilities import CAPABILITIES
from testloom.capabilities.commands.invoking import Commands
from testloom.capabilities.django.management import ManagementCommands, ManagementStatement
from testloom.model.commands import CALL_COMMAND, Command
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import TypeRef
from testloom.search.providers.knowledge import Knowledge
from testloom.writer import render
from tests.unit.writer.building import STYLE, SUBJECT, Case, built

HANDLE = Callable(
    "letters.send:Command.handle",
    "function",
    None,
    (Parameter("slug", "positional", TypeRef("str")), Parameter("limit", "keyword", TypeRef("int"), True)),
    command=Command(CALL_COMMAND, "letters.send:Command", ("send",)),
)
LETTERS = Subject("letters.send", "send.py", {HANDLE.id: HANDLE}, capabilities=CAPABILITIES)


def test_the_method_that_a_command_runs_is_reached_by_its_name_alone() -> None:
    assert ManagementCommands().reaches(HANDLE)
    assert not Commands().reaches(HANDLE)
    assert ManagementCommands().calls(LETTERS) == {CALL_COMMAND}
    assert Commands().calls(LETTERS) == set()


def test_a_command_is_run_with_what_its_parser_takes() -> None:
    builder = Knowledge(LETTERS, [HANDLE.id], Random(1)).builder()

    builder.call_of(HANDLE)

    made = builder.draft.statements[-1]
    assert isinstance(made, ManagementStatement)
    assert (made.name, made.callable, len(made.args)) == ("send", HANDLE.id, 1)


def test_a_run_is_written_as_a_call_of_the_function_of_django() -> None:
    case = Case("share")
    slug, limit = case.literal("a"), case.literal(0)
    run = ManagementStatement(9, HANDLE.id, None, (slug.id,), (("limit", limit.id),), "send")
    case.statements.append(run)

    text = render(built(case), SUBJECT, None, STYLE).text

    assert '    call_command("send", "a", limit=0)\n' in text
    assert "from django.core.management import call_command\n" in text
