"""Explains why a module could not be loaded: what failed, in which module, and what to do next."""

from __future__ import annotations

import os
import shlex
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from testloom_agent.instrumentation.tracing.fuel import OutOfFuel
from testloom_agent.time_limit import ImportTimeout

DISTRIBUTIONS: Mapping[str, str] = {
    "attr": "attrs",
    "bs4": "beautifulsoup4",
    "cv2": "opencv-python",
    "dateutil": "python-dateutil",
    "docx": "python-docx",
    "dotenv": "python-dotenv",
    "git": "GitPython",
    "jose": "python-jose",
    "jwt": "PyJWT",
    "magic": "python-magic",
    "OpenSSL": "pyOpenSSL",
    "PIL": "Pillow",
    "serial": "pyserial",
    "sklearn": "scikit-learn",
    "usb": "pyusb",
    "yaml": "PyYAML",
    "zmq": "pyzmq",
}
"""The names of distributions on the package index whose modules have another name."""


SETTING_FILES = (
    *("manage.py", "pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg", "conftest.py"),
    *(".env.example", ".env.sample", ".env.template", "docker-compose.yml", "compose.yaml"),
)
"""Files in which projects list the variables they need. `.env` itself is private: it is not read."""
MOST_OF_SETTINGS = 100_000
DJANGO = "DJANGO_SETTINGS_MODULE"
INVALID = ("pydantic_core", "ValidationError")
SETTINGS = ("pydantic_settings", "BaseSettings")
MODEL = "__pydantic_self__"
"""The name that the constructor of settings gives them."""


class LoadFailure(Exception):
    """The module under test cannot be loaded; `code` is one of those in docs/agent-protocol.md."""

    def __init__(self, code: str, what: str, advice: str, line: int | None = None) -> None:
        super().__init__(f"{what} {advice}")
        self.code = code
        self.what = what
        self.advice = advice
        self.line = line


def describe_syntax_failure(file: str, error: BaseException, source: bytes) -> LoadFailure:
    """Describe why the source could not be compiled."""
    name = Path(file).name
    if isinstance(error, UnicodeDecodeError) or _is_about_encoding(error):
        return _encoding_failure(name, error, source)
    if isinstance(error, SyntaxError):
        place = f", line {error.lineno}" if error.lineno else ""
        version = ".".join(map(str, sys.version_info[:2]))
        return LoadFailure(
            "syntax",
            f"{name}{place}: {error.msg}.",
            f"Fix the syntax error (the project's interpreter is Python {version}).",
            error.lineno,
        )
    if isinstance(error, ValueError):
        return LoadFailure("syntax", f"{name}: {error}.", "Remove the null bytes.")
    return LoadFailure("syntax", f"{name} is nested too deeply to compile.", "Split its longest expression.")


def _is_about_encoding(error: BaseException) -> bool:
    """Whether the compiler complains about bytes or about the declared encoding."""
    text = str(getattr(error, "msg", ""))
    return isinstance(error, SyntaxError) and (
        "encoding" in text or "codec can't decode" in text or "utf-8" in text
    )


def _encoding_failure(name: str, error: BaseException, source: bytes) -> LoadFailure:
    line = _undecodable_line(source)
    reason = getattr(error, "msg", None) or str(error)
    place = f", line {line}" if line else ""
    advice = "Save the file as UTF-8, or declare its encoding in the first line (# -*- coding: latin-1 -*-)."
    return LoadFailure("encoding", f"{name}{place}: {reason}.", advice, line)


def _undecodable_line(source: bytes) -> int | None:
    try:
        source.decode("utf-8")
    except UnicodeDecodeError as error:
        return source.count(b"\n", 0, error.start) + 1
    return None


def describe_import_failure(
    error: BaseException, module: str, file: str, root: str, import_seconds: float
) -> LoadFailure:
    """Describe why the module-level code did not run to its end."""
    line = _line_in(error, file)
    place = f"{Path(file).name}, line {line}" if line else _place_in(error, root) or module
    if isinstance(error, (ImportTimeout, OutOfFuel)):
        what = f"Importing {module} did not finish within {import_seconds:g} s; it was last at {place}."
        advice = 'Move the slow code into a function, or under `if __name__ == "__main__":`.'
        return LoadFailure("import-timeout", what, advice, line)
    if isinstance(error, SystemExit):
        what = f"Importing {module} calls sys.exit({_argument(error)}) at {place}."
        advice = 'Move that under `if __name__ == "__main__":`.'
        return LoadFailure("import-exited", what, advice, line)
    if isinstance(error, ModuleNotFoundError) and (missing := _missing_package(error, root)):
        if holder := _folder_with(missing, root):
            what = f"{place} imports {missing!r}, which is in {holder}, but imports are resolved from {root}."
            advice = (
                f"Add it to `pythonpath` in pytest's settings, or pass --root {shlex.quote(str(holder))}."
            )
            return LoadFailure("other-root", what, advice, line)
        install = f"-m pip install {DISTRIBUTIONS.get(missing, missing)}"
        what = f"{place} needs the package {missing!r}, which is not installed for {sys.executable}."
        advice = f"Install it: {shlex.quote(sys.executable)} {install}"
        return LoadFailure("missing-package", what, advice, line)
    if variables := _missing_variables(error):
        needed = f"the environment variable {variables[0]}, which is"
        if len(variables) > 1:
            needed = f"the environment variables {', '.join(variables[:-1])} and {variables[-1]}, which are"
        what = f"{place} needs {needed} not set."
        return LoadFailure("missing-variable", what, _advice_to_set(variables, root), line)
    reason = "".join(traceback.format_exception_only(type(error), error)).strip()
    reason = reason.splitlines()[-1 if isinstance(error, SyntaxError) else 0]
    if isinstance(error, SyntaxError) and error.filename:
        reason += f" ({error.filename}, line {error.lineno})"
    advice = f"Make sure that `{Path(sys.executable).name} -c 'import {module}'` runs in {root}."
    return LoadFailure(
        "import-raised", f"Importing {module} raised at {place}: {reason.rstrip('.')}.", advice, line
    )


def _argument(error: SystemExit) -> str:
    """Return the argument of `sys.exit`; only its type if it has no text, or is nested too deeply."""
    try:
        return "" if error.code is None else repr(error.code)[:60]
    except Exception:
        return type(error.code).__name__


def _missing_package(error: ModuleNotFoundError, root: str) -> str | None:
    """Find the missing top-level package, if it is neither the project's nor the standard library's."""
    top = (error.name or "").partition(".")[0]
    own = any(Path(root, name).exists() for name in (top, f"{top}.py"))
    if not top or own or top in sys.stdlib_module_names:
        return None
    return top if sys.modules.get(top) is None else None


def _folder_with(package: str, root: str) -> Path | None:
    """Find the project's folder, above the root, that contains a package or module."""
    for folder in _project_folders(Path(root))[1:]:
        if (folder / package / "__init__.py").is_file() or (folder / f"{package}.py").is_file():
            return folder
    return None


def _missing_variables(error: BaseException) -> Sequence[str]:
    """Find the environment variables that were missing, for code, Django's settings or those of pydantic."""
    if DJANGO in str(error):
        return [DJANGO]
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    if isinstance(error, _class_at(*INVALID)) and (settings := _class_at(*SETTINGS)):
        kinds = [type(frame.f_locals.get(MODEL)) for frame in frames]
        kind = next((kind for kind in reversed(kinds) if issubclass(kind, settings)), None)
        return [] if kind is None else list(_missing_fields(error, kind))
    if not isinstance(error, KeyError) or not error.args:
        return []
    is_of_environ = bool(frames) and isinstance(frames[-1].f_locals.get("self"), type(os.environ))
    return [str(error.args[0])] if is_of_environ else []


def _class_at(module: str, name: str) -> tuple[type, ...]:
    """Return a class of a module, if that is loaded, as `isinstance` takes classes."""
    found = getattr(sys.modules.get(module), name, None)
    return (found,) if isinstance(found, type) else ()


def _missing_fields(error: Any, kind: Any) -> Iterator[str]:
    """Yield the variables for the fields of settings that have no value, by their prefix and alias."""
    config = kind.model_config
    for entry in error.errors(include_url=False):
        if entry["type"] == "missing" and len(entry["loc"]) == 1:
            name = str(entry["loc"][0])
            if name in kind.model_fields:
                name = f"{config.get('env_prefix', '')}{name}"
                name = name if config.get("case_sensitive") else name.upper()
            yield name


def _advice_to_set(variables: Sequence[str], root: str) -> str:
    """Advise where variables can be set, and which file of the project does so for the first of them."""
    file, them = _file_that_names(variables[0], Path(root)), "it" if len(variables) == 1 else "them"
    known = f"{file} has {'a value' if len(variables) == 1 else 'values'} for {them}. " if file else ""
    where = "in a conftest.py, or in pytest's configuration"
    if DJANGO in variables:
        where = "in pytest's configuration (with pytest-django installed), or in a conftest.py"
    return f"{known}Set {variables[0] if len(variables) == 1 else them} for your tests: {where}."


def _file_that_names(variable: str, root: Path) -> str | None:
    """Find the first file of the project, in its folder or in one above, that mentions a variable."""
    for folder in _project_folders(root):
        for name in SETTING_FILES:
            try:
                with open(folder / name, encoding="utf-8", errors="replace") as stream:
                    if variable in stream.read(MOST_OF_SETTINGS):
                        return name
            except OSError:
                continue
    return None


def _project_folders(root: Path) -> list[Path]:
    """List a folder and those above it, up to the first that is marked as a project."""
    found = []
    for folder in (root, *root.parents):
        found.append(folder)
        if any((folder / mark).exists() for mark in (".git", "pyproject.toml", "manage.py")):
            break
    return found


def _place_in(error: BaseException, root: str) -> str:
    """Return the last line of the project's other files that the exception passed through; else empty."""
    places = [(Path(entry.filename), entry.lineno) for entry in traceback.extract_tb(error.__traceback__)]
    own = [
        (file, line)
        for file, line in places
        if root in map(str, file.parents) and "site-packages" not in file.parts
    ]
    return f"{own[-1][0].relative_to(root)}, line {own[-1][1]}" if own else ""


def _line_in(error: BaseException, file: str) -> int | None:
    """The last line of the file that the exception passed through."""
    lines = [entry.lineno for entry in traceback.extract_tb(error.__traceback__) if entry.filename == file]
    return lines[-1] if lines else None
