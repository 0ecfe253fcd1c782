"""What is said about an exception that left a statement."""

from __future__ import annotations

import dis
import os
import sys
import sysconfig
from json.encoder import encode_basestring_ascii as quote
from types import CodeType, TracebackType
from typing import Any

from testloom_agent.reflection.identities import class_id

RAISE = dis.opmap["RAISE_VARARGS"]
LIBRARIES = f"{os.sep}site-packages{os.sep}"
LONGEST_MESSAGE = 2_000


class Project:
    """Knows which code belongs to the subject and which to its project."""

    def __init__(self, root: str, subject_file: str) -> None:
        self.subject_file = os.path.realpath(subject_file)
        self._below = _own_folder(os.path.realpath(root), self.subject_file)
        self._foreign = tuple(_library_folders(self._below))
        self._owned: dict[str, bool] = {}
        self._subject: dict[str, bool] = {}

    def owns(self, file: str) -> bool:
        """Whether the file is the project's own: below its root and not in an environment there."""
        verdict = self._owned.get(file)
        if verdict is None:
            path = os.path.realpath(file)
            inside = path.startswith(self._below) and LIBRARIES not in path[len(self._below) - 1 :]
            inside = inside and not path.startswith(self._foreign)
            verdict = self._owned[file] = inside or path == self.subject_file
        return verdict

    def is_subject(self, file: str) -> bool:
        """Whether the file is the subject."""
        verdict = self._subject.get(file)
        if verdict is None:
            verdict = self._subject[file] = os.path.realpath(file) == self.subject_file
        return verdict


def describe(error: BaseException, project: Project) -> dict[str, Any]:
    """The exception as the protocol has it."""
    explicit, in_subject = _origin(error.__traceback__, project)
    return {
        "type": type_path(type(error)),
        "message": _message(error),
        "explicit": explicit,
        "in_subject": in_subject,
        "hint": _hint(error),
    }


def as_json(error: BaseException, project: Project) -> str:
    """The same as JSON text."""
    explicit, in_subject = _origin(error.__traceback__, project)
    return (
        f'{{"type":{quote(type_path(type(error)))},"message":{quote(_message(error))},'
        f'"explicit":{"true" if explicit else "false"},"in_subject":{"true" if in_subject else "false"},'
        f'"hint":{quote(_hint(error))}}}'
    )


def type_path(kind: type) -> str:
    """`module:Qualname` of a class, by its public module where it has one."""
    return class_id(kind)


def _message(error: BaseException) -> str:
    try:
        return str.__str__(str(error))[:LONGEST_MESSAGE]
    except Exception:
        return ""


def _hint(error: BaseException) -> str:
    """What `argparse` complained of before it ended the program; else nothing."""
    if not isinstance(error, SystemExit):
        return ""
    traceback = error.__traceback__
    while traceback is not None:
        frame = traceback.tb_frame
        if frame.f_code.co_name == "error" and frame.f_globals.get("__name__") == "argparse":
            return str(frame.f_locals.get("message", ""))[:LONGEST_MESSAGE]
        traceback = traceback.tb_next
    return ""


def _origin(traceback: TracebackType | None, project: Project) -> tuple[bool, bool]:
    """Whether a raise or assert of the project raised it, and whether it passed through the subject."""
    in_subject = False
    code: CodeType | None = None
    instruction = 0
    while traceback is not None:
        code, instruction = traceback.tb_frame.f_code, traceback.tb_lasti
        in_subject = in_subject or project.is_subject(code.co_filename)
        traceback = traceback.tb_next
    if code is None or not project.owns(code.co_filename):
        return False, in_subject
    return code.co_code[instruction] == RAISE, in_subject


def _own_folder(root: str, subject: str) -> str:
    """The folder of the project; among installed libraries, the one that holds the subject."""
    below = root + os.sep
    if LIBRARIES in below and subject.startswith(below):
        return os.path.join(root, subject[len(below) :].partition(os.sep)[0], "")
    return below


def _library_folders(root: str) -> set[str]:
    """The folders of the interpreter and its environment as far as they lie below the project's root."""
    paths = {*sysconfig.get_paths().values(), sys.prefix}
    folders = {os.path.realpath(path) + os.sep for path in paths}
    return {folder for folder in folders if folder.startswith(root) and folder != root}
