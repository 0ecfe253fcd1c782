"""Distinguishes exceptions that belong to a callable's behaviour from undocumented ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, TypeAlias

from testloom.model.execution import RaisedException
from testloom.model.statements import (
    CallStatement,
    ClassStatement,
    DoubleStatement,
    EnterStatement,
    FunctionStatement,
    ReferenceStatement,
    StubStatement,
    TestCase,
)
from testloom.model.subject import Callable, Subject
from testloom.search.about import subject_of
from testloom.search.chromosome import Chromosome
from testloom.search.minimisation.values.conformance import has_ill_typed_argument
from testloom.search.operators.directed.guide import Guide
from testloom.search.providers.experience.last_resort import has_double, stubs_in_places

Judgement: TypeAlias = Literal["announced", "finding", "misuse", "missing"]

OF_PROTOCOLS: Mapping[str, tuple[str, ...]] = {
    "__next__": ("StopIteration",),
    "__anext__": ("StopAsyncIteration",),
    "__getitem__": ("KeyError", "IndexError"),
    "__delitem__": ("KeyError", "IndexError"),
    "__getattr__": ("AttributeError",),
}
"""Exceptions by which methods of Python's protocols signal that there is no value."""
OF_PICKLING = ("__setstate__", "__reduce_ex__")
"""Methods that only pickle and copy call, with what the class itself has given them."""
OF_FILES = (
    *("builtins:FileNotFoundError", "builtins:FileExistsError", "builtins:PermissionError"),
    *("builtins:IsADirectoryError", "builtins:NotADirectoryError"),
)
"""OS errors for files and folders; code that opens files leaves them to its callers undocumented."""
OF_IMPORTS = ("builtins:ModuleNotFoundError", "builtins:ImportError")
OF_PROGRAMS = ("SystemExit", "KeyboardInterrupt")
"""Exceptions that end programs."""
OF_LIMITS, LIMIT = "TimeoutError", "timeout"
"""The exception for an expired time limit, and the name of a parameter that sets the limit."""
OF_NAMES = ("builtins:NameError", "builtins:UnboundLocalError")
"""Exceptions that Python raises for a name without a value; no argument causes them."""
OF_DOUBLES = "testloom_agent.doubles.making:Unanswered"
"""The exception that ends a loop in which code asks a double again and again."""
CLOSED = re.compile(r"\b(?:is|was|been|already|on|to|a) closed\b")
"""Messages of files, clients and databases that are used after the `with` that closes them."""


def verdict(chromosome: Chromosome, subject: Subject) -> Judgement:
    """Classify the outcome of a presentable test."""
    error = chromosome.result.exception
    if chromosome.result.end == "passed" or error is None:
        return "announced"
    case, touched = chromosome.case, chromosome.result.touched
    return judge(error, case, subject_of(case, subject), subject, touched)


def judge(
    error: RaisedException,
    case: TestCase,
    callable_id: str,
    subject: Subject,
    touched: Iterable[tuple[str, ...]] = (),
) -> Judgement:
    """Classify an exception: documented behaviour, a finding, misuse, or a missing package.

    Documented is what code of the callable's project raises and what its docstring names; exceptions that
    the test itself raises, in the body of a `with` or by a double, it may let through. Anything else that
    arguments of the right types cause is a finding, if it comes from code of the subject, and is not that
    the test has closed a file before, or has left a value unprepared. Of private callables it is misuse, as
    their callers may vouch for the arguments. No double that answers takes part
    in a finding: it may answer what the code never gets from the real object. Where a private file was
    read, a stand-in replaced it: whether its contents cause the exception shows when the test runs with
    the real ones.
    """
    if any(touch[0] == "withheld" for touch in touched):
        return "announced"
    known = subject.callables.get(callable_id)
    if error.explicit or known is None or announces(known, error.type):
        return "announced"
    if error.type in OF_FILES or error.type in _thrown(case):
        return "announced"
    if error.type in OF_IMPORTS:
        return "missing"
    if is_undefined(error):
        return "missing" if _is_of_absent_package(error, subject) else "finding"
    if known.is_private or known.name in OF_PICKLING:
        return "misuse"  # its callers are known: they may vouch for its arguments
    is_untimely = (
        error.type == OF_DOUBLES or _is_closed_before(case, error) or _is_unprepared(error, case, subject)
    )
    if is_untimely or not (known.in_subject and error.in_subject):
        return "misuse"
    is_misled = has_double(case) and not _do_doubles_only_raise(case)
    return "misuse" if is_misled or has_ill_typed_argument(case, subject) else "finding"


def _do_doubles_only_raise(case: TestCase) -> bool:
    doubles = [statement for statement in case if isinstance(statement, DoubleStatement)]
    answers = [double.answers for double in doubles]
    is_told = bool(answers) and not stubs_in_places(case)
    return is_told and all(each and all(answer.raises for answer in each) for each in answers)


def is_undefined(error: RaisedException | None) -> bool:
    """Check whether code of the subject used a name that has no value."""
    return error is not None and error.type in OF_NAMES and error.in_subject and not error.through


def _is_of_absent_package(error: RaisedException, subject: Subject) -> bool:
    """Whether the name is one that the module could not import here."""
    return any(f"'{path.rpartition(':')[2]}'" in error.message for path in subject.undefined)


def _is_closed_before(case: TestCase, error: RaisedException) -> bool:
    return bool(CLOSED.search(error.message)) and any(
        isinstance(statement, EnterStatement) for statement in case
    )


def _is_unprepared(error: RaisedException, case: TestCase, subject: Subject) -> bool:
    guides = subject.capabilities.of(Guide)
    return any(guide.blames_test(error) or guide.finds_lacking(case, error, subject) for guide in guides)


def announces(known: Callable, kind: str) -> bool:
    """Check whether a callable documents an exception: in its code, its docstring, or by names."""
    name = kind.rpartition(":")[2].rpartition(".")[2]
    named = {raised.rpartition(":")[2].rpartition(".")[2] for raised in known.raises}
    if name == OF_LIMITS and any(LIMIT in parameter.name for parameter in known.parameters):
        return True
    return name in named or name in OF_PROGRAMS or name in OF_PROTOCOLS.get(known.name, ())


def _thrown(case: TestCase) -> Iterator[str]:
    """The types of the exceptions that the test itself raises."""
    raised: set[int] = set()
    for statement in case:
        if isinstance(statement, EnterStatement) and statement.error is not None:
            raised.add(statement.error)
        elif isinstance(statement, DoubleStatement):
            raised.update(answer.value for answer in statement.answers if answer.raises)
        elif isinstance(statement, StubStatement):
            raised.update(statement.raises)
        elif isinstance(statement, FunctionStatement):
            raised.update(statement.raised)
        elif isinstance(statement, ClassStatement):
            raised.update(m.value for m in statement.members if m.raises and m.value is not None)
    for statement in case:
        if statement.id in raised and isinstance(statement, CallStatement):
            yield statement.callable
        elif statement.id in raised and isinstance(statement, ReferenceStatement):
            yield statement.path
