"""The description of an exception that a statement raised."""

from __future__ import annotations

import dis
from json.encoder import JSONEncoder
from json.encoder import encode_basestring_ascii as quote
from types import CodeType, FrameType, ModuleType, TracebackType
from typing import Any, NamedTuple

from testloom_agent.execution.project import Project
from testloom_agent.execution.reporting.frameworks.pydantic_errors import errors_in
from testloom_agent.execution.reporting.frameworks.responses import text_of
from testloom_agent.execution.reporting.lacking import lacking
from testloom_agent.execution.reporting.type_paths import type_path
from testloom_agent.guard import reading
from testloom_agent.kinds import is_a, is_class, is_function
from testloom_agent.reflection.modules.collaborators import is_worked_with, never_returns

ENCODE = JSONEncoder(separators=(",", ":")).encode
LACKS, ERRORS, TEXT = '"lacks":', '"errors":', '"text":'
RAISE = dis.opmap["RAISE_VARARGS"]
READING = reading.__file__
"""The guard's stand-ins for functions that Python implements in C: their frames are left out."""
LONGEST_MESSAGE = 2_000
MOST_CAUSES = 5
RAISING = "raise_for_status"
"""The method of responses that raises their errors (of httpx, requests, aiohttp)."""


def describe(error: BaseException, project: Project, *, is_cause: bool = False) -> dict[str, Any]:
    """Describe an exception as in the protocol; a cause is described without its own cause."""
    origin = _origin(error.__traceback__, project)
    cause = _cause(error) if origin.explicit and not is_cause else None
    message = _message(error)
    lacks = lacking(error, message)
    return {
        "type": type_path(type(error)),
        "message": message,
        "explicit": origin.explicit,
        "in_subject": origin.in_subject,
        "hint": _hint(error),
        "through": origin.through,
        "where": origin.where,
        "line": origin.line,
        "cause": None if cause is None else describe(cause, project, is_cause=True),
        **({} if lacks is None else {"lacks": lacks}),
        **({"errors": errors} if (errors := errors_in(error)) else {}),
        **({} if (text := text_of(error)) is None else {"text": text}),
    }


def as_json(error: BaseException, project: Project, *, is_cause: bool = False) -> str:
    """Encode the description of an exception as JSON text; a cause is encoded without its own cause."""
    origin = _origin(error.__traceback__, project)
    flags = f'"explicit":{_flag(origin.explicit)},"in_subject":{_flag(origin.in_subject)}'
    cause = _cause(error) if origin.explicit and not is_cause else None
    message = _message(error)
    lacks = lacking(error, message)
    return (
        f'{{"type":{quote(type_path(type(error)))},"message":{quote(message)},{flags},'
        f'"hint":{quote(_hint(error))},"through":{quote(origin.through)},'
        f'"where":{quote(origin.where)},"line":{origin.line},'
        f"{'' if lacks is None else f'{LACKS}{ENCODE(lacks)},'}"
        f"{f'{ERRORS}{ENCODE(errors)},' if (errors := errors_in(error)) else ''}"
        f"{'' if (text := text_of(error)) is None else f'{TEXT}{quote(text)},'}"
        f'"cause":{"null" if cause is None else as_json(cause, project, is_cause=True)}}}'
    )


def _cause(error: BaseException) -> BaseException | None:
    """Find the first of the exceptions that were being handled when this one was raised."""
    first = error
    for _ in range(MOST_CAUSES):  # causes may form a cycle
        first = first.__cause__ or first.__context__ or first
    return None if first is error else first


def _flag(value: bool) -> str:
    return "true" if value else "false"


def _message(error: BaseException) -> str:
    try:
        return str.__str__(str(error))[:LONGEST_MESSAGE]
    except Exception:
        return ""


def _hint(error: BaseException) -> str:
    """Return the message that `argparse` printed before it ended the program; else empty."""
    if not isinstance(error, SystemExit):
        return ""
    traceback = error.__traceback__
    while traceback is not None:
        frame = traceback.tb_frame
        if frame.f_code.co_name == "error" and frame.f_globals.get("__name__") == "argparse":
            return str(frame.f_locals.get("message", ""))[:LONGEST_MESSAGE]
        traceback = traceback.tb_next
    return ""


class Origin(NamedTuple):
    """The origin of an exception.

    `explicit`: a raise or assert of the project raised it, or a function that the project called to
    raise it, since that function never returns. `in_subject`: it passed through the subject. `through`:
    the name of the library function or class that the subject called when it was raised, or of the
    object that the subject holds and used then. `where`: `module:qualname` (`module:name` before Python
    3.11) of the last function of the project that it came from. `line`: the last line of the subject
    that it passed through, 0 for none.
    """

    explicit: bool
    in_subject: bool
    through: str
    where: str
    line: int


def _origin(traceback: TracebackType | None, project: Project) -> Origin:
    in_subject = False
    line = 0
    through = where = ""
    code: CodeType | None = None
    caller: TracebackType | None = None
    instruction = 0
    while traceback is not None:
        frame = traceback.tb_frame
        if frame.f_code.co_filename == READING:
            traceback = traceback.tb_next
            continue
        code, instruction = frame.f_code, traceback.tb_lasti
        is_subject = project.is_subject(code.co_filename)
        if is_subject:
            in_subject, through, line = True, "", max(0, traceback.tb_lineno or 0)
        elif caller is not None:
            through = _worked_with(caller, project) or _called(frame)
            if code.co_name == RAISING or _is_called_to_raise(code, caller, project):
                return Origin(True, in_subject, "", where, line)
        if is_subject or project.owns(code.co_filename):
            where = f"{frame.f_globals.get('__name__', '')}:{getattr(code, 'co_qualname', code.co_name)}"
        caller = traceback if is_subject else None
        traceback = traceback.tb_next
    if code is None or not project.owns(code.co_filename):
        return Origin(False, in_subject, through, where, line)
    return Origin(code.co_code[instruction] == RAISE, in_subject, through, where, line)


def _worked_with(traceback: TracebackType, project: Project) -> str:
    """Find the first foreign object that a module holds and uses on the line that failed."""
    frame = traceback.tb_frame
    for name in project.loaded(frame.f_code, traceback.tb_lineno):
        value = frame.f_globals.get(name)
        if value is not None and is_worked_with(value, frame.f_globals.get("__name__", "")):
            return name
    return ""


def _is_called_to_raise(code: CodeType, caller: TracebackType, project: Project) -> bool:
    """Whether the line that failed calls a function with this code that never returns."""
    frame = caller.tb_frame
    for name in project.loaded(frame.f_code, caller.tb_lineno):
        value = frame.f_globals.get(name)
        if is_a(value, ModuleType):
            value = vars(value).get(code.co_name)
        if is_function(value) and value.__code__ is code and never_returns(value):
            return True
    return False


def _called(frame: FrameType) -> str:
    """Return the name by which a function is called: for a constructor, that of its class."""
    name = frame.f_code.co_name
    if name in ("__init__", "__new__") and frame.f_code.co_argcount:
        made = frame.f_locals.get(frame.f_code.co_varnames[0])
        return (made if is_class(made) else type(made)).__name__
    return name
