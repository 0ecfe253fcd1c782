"""The programs that are recorded."""

from __future__ import annotations

from dataclasses import dataclass

from ..environments.checkout import SUBJECTS

FOLDER = SUBJECTS / "programs"


@dataclass(frozen=True, slots=True)
class Program:
    """A program, how often it does the same, and what is recorded: a package, and one module of it."""

    name: str
    repetitions: int
    recorded: str
    module: str

    @property
    def all(self) -> str:
        """The pattern of all files that are recorded."""
        return f"{self.recorded}.py" if self.recorded == self.module else f"{self.recorded}/*"


PROGRAMS = (
    Program("docstrings", 800, "docstring_parser", "docstring_parser/google"),
    Program("imports", 150, "isort", "isort/parse"),
    Program("progress", 300, "tqdm", "tqdm/std"),
    Program("templates", 30, "cookiecutter", "cookiecutter/generate"),
    Program("requests_to_server", 15, "httpie", "httpie/output/streams"),
    Program("web_service", 400, "shop", "shop"),
    Program("line_service", 200, "lines", "lines"),
)
