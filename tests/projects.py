"""Projects that tests make."""

from __future__ import annotations


def pyproject(name: str, *options: str) -> str:
    """The pyproject.toml of a project, with further options for pytest.

    Its pytest does without plugins that this environment happens to have: so it starts in a third of the
    time, and a command that verifies tests starts it many times.
    """
    plugins = "-p no:asyncio -p no:hypothesispytest -p no:pytest-lsp -p no:django"
    lines = [
        *("[project]", f'name = "{name}"', 'version = "1"', ""),
        *("[tool.pytest.ini_options]", f'addopts = "{plugins}"', *options),
    ]
    return "\n".join([*lines, ""])
