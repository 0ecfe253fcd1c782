"""Projects that tests make."""

from __future__ import annotations


def pyproject(name: str) -> str:
    """The pyproject.toml of a project.

    Its pytest does without plugins that this environment happens to have: so it starts in a third of the
    time, and a command that verifies tests starts it many times.
    """
    plugins = "-p no:asyncio -p no:hypothesispytest -p no:pytest-lsp"
    return f'[project]\nname = "{name}"\nversion = "1"\n\n[tool.pytest.ini_options]\naddopts = "{plugins}"\n'
