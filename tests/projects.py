"""Projects that tests make."""

from __future__ import annotations

NO_PLUGINS = "-p no:anyio -p no:asyncio -p no:django -p no:hypothesispytest -p no:pytest-lsp"
"""What keeps a project's pytest from those that this environment happens to have, but for xdist."""


def pyproject(name: str, *options: str) -> str:
    """The pyproject.toml of a project, with further options for pytest.

    Its pytest does without plugins: so it starts in a quarter of the time, and a command that verifies tests
    starts it many times.
    """
    lines = [
        *("[project]", f'name = "{name}"', 'version = "1"', ""),
        *("[tool.pytest.ini_options]", f'addopts = "{NO_PLUGINS}"', *options),
    ]
    return "\n".join([*lines, ""])
