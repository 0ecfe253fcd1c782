"""Tests of command-line applications invoke them as their libraries do it in tests."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

import pytest

from testloom.generation.file_job import FileJob
from testloom.generation.finding_tests import find_tests
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.settings import Settings
from testloom.writer import ProjectStyle, render

CLICK = """
    import click

    @click.group()
    def cli(): ...

    @cli.command()
    @click.argument("name")
    @click.option("--times", type=click.IntRange(1), default=1)
    def greet(name, times):
        if name.isdigit():
            raise click.ClickException("a number has no name")
        click.echo(f"hello {name}")
        if times > 1 and click.confirm("again?"):
            click.echo("hello again")
"""


def test_a_command_is_invoked_through_the_runner_of_its_library(tmp_path: Path) -> None:
    pytest.importorskip("click")
    file = tmp_path / "greeting.py"
    file.write_text(textwrap.dedent(CLICK), encoding="utf-8")
    settings = Settings(executions=1500, seed=1)
    request = GenerationRequest((Target(file),), Path(sys.executable), tmp_path, settings=settings)
    job = FileJob(request, file, request.targets, settings.budget)

    found = find_tests(job)
    text = render(found.suite.tests, found.suite.subject, None, ProjectStyle()).text

    assert "from click.testing import CliRunner\n" in text
    assert "Error: a number has no name" in text
    assert "hello again" in text
    assert "standalone_mode" not in text and "capsys" not in text
