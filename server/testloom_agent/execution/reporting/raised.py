"""The description of an exception that a statement raised."""

from __future__ import annotations

import dis
import os
import sys
from collections.abc import Iterator
from json.encoder import JSONEncoder
from json.encoder import encode_basestring_ascii as quote
from types import CodeType, FrameType, ModuleType, TracebackType
from typing import Any, NamedTuple

from testloom_agent.execution.performing.definitions import defined_path, is_of_test
from testloom_agent.execution.reporting.fields import errors_in
from testloom_agent.execution.reporting.lacking import lacking
from testloom_agent.execution.reporting.responses import text_of
from testloom_agent.guard import reading
from testloom_agent.kinds import is_a, is_class, is_function
from testloom_agent.reflection.identities import class_id, found_at
from testloom_agent.reflection.modules.collaborators import is_worked_with, never_returns

ENCODE = JSONEncoder(separators=(",", ":")).encode
LACKS, ERRORS, TEXT = '"lacks":', '"errors":', '"text":'
RAISE = dis.opmap["RAISE_VARARGS"]
LIBRARIES = f"{os.sep}site-packages{os.sep}"
AGENT = os.path.join(os.path.realpath(os.path.join(os.path.dirname(__file__), "..", "..")), "")
"""The agent's own folder: it may lie in the project, but is not part of the code under test."""
READING = reading.__file__
"""The guard's stand-ins for functions that Python implements in C: their frames are left out."""
LONGEST_MESSAGE = 2_000
MOST_CAUSES = 5
RAISING = "raise_for_status"
"""The method of responses that raises their errors (of httpx, requests, aiohttp)."""
MADE_AT_RUN_TIME = 1 << 9
"""The flag of types (`Py_TPFLAGS_HEAPTYPE`) that are not built into the interpreter, as `function` is."""
LOCAL = "<locals>."
"""Part of a qualified name that no test can import.

Classes made with `type` do not have it in their names.
"""


class Project:
    """Knows which code belongs to the subject and which to its project."""

    def __init__(self, root: str, subject_file: str) -> None:
        self.subject_file = os.path.realpath(subject_file)
        self._below = _own_folder(os.path.realpath(root), self.subject_file)
        self._foreign = (AGENT, *_library_folders(self._below))
        self._owned: dict[str, bool] = {}
        self._subject: dict[str, bool] = {}
        self._loaded: dict[tuple[CodeType, int], list[str]] = {}

    def owns(self, file: str) -> bool:
        """Check whether a file is the project's own: below its root, but in no environment or the agent."""
        verdict = self._owned.get(file)
        if verdict is None:
            path = os.path.realpath(file)
            inside = path.startswith(self._below) and LIBRARIES not in path[len(self._below) - 1 :]
            inside = inside and not path.startswith(self._foreign)
            verdict = self._owned[file] = inside or path == self.subject_file
        return verdict

    def is_subject(self, file: str) -> bool:
        """Check whether a file is the subject."""
        verdict = self._subject.get(file)
        if verdict is None:
            verdict = self._subject[file] = os.path.realpath(file) == self.subject_file
        return verdict

    def loaded(self, code: CodeType, line: int) -> list[str]:
        """List the global names that code loads on one of its lines."""
        names = self._loaded.get((code, line))
        if names is None:
            names = self._loaded[code, line] = list(_loaded(code, line))
        return names


def _loaded(code: CodeType, line: int) -> Iterator[str]:
    spans = [(start, end) for start, end, number in code.co_lines() if number == line]
    for instruction in dis.get_instructions(code):
        if instruction.opname == "LOAD_GLOBAL" and any(s <= instruction.offset < e for s, e in spans):
            yield instruction.argval


def describe(error: BaseException, project: Project, *, is_cause: bool = False) -> dict[str, Any]:
    """Describe an exception as in the protocol; a cause is described without its own cause."""
    origin = _origin(error.__traceback__, project)
    cause = _cause(error) if origin.explicit and not is_cause else None
    message = _message(error)
    lacks = lacking(error, message, type_path)
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
    lacks = lacking(error, message, type_path)
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


def type_path(kind: type) -> str:
    """`module:Qualname` of a class, by its public module where it has one, or what the test calls its own.

    Of an exception that was defined in a function it is the nearest base that a test can look up.
    """
    if is_of_test(kind):
        return defined_path(kind)
    module, _, qualname = (path := class_id(kind)).partition(":")
    if found_at(module, qualname) is not None:
        return path
    if issubclass(kind, BaseException):
        return type_path(kind.__mro__[1])
    is_made = kind.__flags__ & MADE_AT_RUN_TIME and LOCAL not in qualname
    return f"{module}:{LOCAL}{qualname}" if is_made else path


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


def _own_folder(root: str, subject: str) -> str:
    """The folder of the project; among installed libraries, the one that holds the subject."""
    below = root + os.sep
    if LIBRARIES in below and subject.startswith(below):
        return os.path.join(root, subject[len(below) :].partition(os.sep)[0], "")
    return below


def _library_folders(root: str) -> set[str]:
    """The folders of the interpreter and its environment as far as they lie below the project's root."""
    import sysconfig  # it reads which environment Python belongs to, known only once packages are added

    paths = {*sysconfig.get_paths().values(), sys.prefix}
    folders = {os.path.realpath(path) + os.sep for path in paths}
    return {folder for folder in folders if folder.startswith(root) and folder != root}
