"""The project's own formatters, applied to a finished test file."""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import sysconfig
from dataclasses import dataclass
from pathlib import Path

from testloom.model.texts.encodings import decoded, encoded
from testloom.writer import Formatter, ProjectStyle, RenderedFile, relaid

log = logging.getLogger(__name__)
LONGEST = 5.0
"""The most seconds for a formatter."""
_RUFF = ("--quiet", "--no-cache", "--force-exclude", "--stdin-filename", "{file}", "-")
ARGUMENTS: dict[Formatter, tuple[str, ...]] = {
    "isort": ("--quiet", "-"),
    "ruff check": ("--fix-only", "--fixable=I", *_RUFF),
    "ruff format": _RUFF,
}
"""The arguments with which each formatter reads and writes a stream; isort would skip a missing file."""


@dataclass(frozen=True, slots=True)
class Formatters:
    """The formatters that a project has configured, for one test file.

    ruff is that of the project's `environment` if it has one. Formatters written in Python are
    Testloom's own: those of the project's environment could run its code as they start.
    """

    project: Path
    file: Path
    environment: Path

    def applied(self, rendered: RenderedFile, existing: str | None, style: ProjectStyle) -> RenderedFile:
        """Run the formatters of the project on a finished test file.

        If the file exists already, only those run that leave its existing text unchanged. A formatter that
        fails, takes too long or changes more than layout and imports is ignored.
        """
        for name in style.formatters:
            if existing and self._output(name, existing) != existing:
                continue
            text = self._output(name, rendered.text)
            changed = None if text is None else relaid(rendered, text)
            if changed is None:
                log.warning("%s cannot format %s", name, self.file)
            rendered = changed or rendered
        return rendered

    def _output(self, name: Formatter, text: str) -> str | None:
        """What a formatter makes of a text; None if it is not installed or fails."""
        program, *commands = name.split()
        own = Path(sysconfig.get_path("scripts"))
        folders = [self.environment, own] if program == "ruff" else [own]
        path = next((path for folder in folders if (path := _program(folder, program))), None)
        if path is None:
            return None
        shown = self.file if self.file.is_relative_to(self.project) else self.project / self.file.name
        arguments = [argument.replace("{file}", str(shown)) for argument in ARGUMENTS[name]]
        try:
            done = subprocess.run(
                [path, *commands, *arguments],
                input=encoded(text),
                cwd=self.project,
                env={key: value for key, value in os.environ.items() if not key.startswith("PYTHON")},
                capture_output=True,
                timeout=LONGEST,
                check=True,
            )
            return decoded(done.stdout)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            log.warning("%s failed: %s", path, error)
            return None


def _program(folder: Path, name: str) -> Path | None:
    """The program of that name directly in a folder, not one from the search path; None if there is none."""
    found = shutil.which(name, path=str(folder))
    return Path(found) if found and Path(found).parent == folder else None
