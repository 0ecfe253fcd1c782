"""The way from a command line to a function that a library has made a command."""

from __future__ import annotations

from typing import NamedTuple

CALL_COMMAND = "django.core.management:call_command"
"""The function that runs management commands of Django."""


class Command(NamedTuple):
    """A command of a command-line application.

    `runner` is the class, or the function, that invokes applications in tests, and `names` are the
    words by which the application knows the command: none if the application is the command itself.
    """

    runner: str
    app: str
    names: tuple[str, ...] = ()

    @property
    def is_management(self) -> bool:
        """Whether it is a management command, which Django runs by its name."""
        return self.runner == CALL_COMMAND
