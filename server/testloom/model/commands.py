"""How a command line reaches a function that a library makes a command of."""

from __future__ import annotations

from typing import NamedTuple

CALL_COMMAND = "django.core.management:call_command"
"""What runs management commands of Django."""


class Command(NamedTuple):
    """A command of a command-line application.

    `runner` is the class that invokes applications in tests, or the function that does, and `names` are the
    words by which the application knows the command: none if it is the command itself.
    """

    runner: str
    app: str
    names: tuple[str, ...] = ()

    @property
    def is_management(self) -> bool:
        """Whether Django runs it by its name."""
        return self.runner == CALL_COMMAND
