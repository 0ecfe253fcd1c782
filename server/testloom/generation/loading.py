"""Loading of the module under test, in the way of the project's own tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from testloom.capabilities import CAPABILITIES
from testloom.execution import Agent, AgentSettings, Companions
from testloom.generation.delivering.delivery import destination
from testloom.generation.proving.trial import environment_for
from testloom.measurement import never, prepared_by_pytest
from testloom.model.capabilities import Capabilities
from testloom.model.errors import SubjectError
from testloom.model.generation_request import GenerationRequest
from testloom.model.preparation import Preparation
from testloom.model.subject import Subject
from testloom.providers import installed_providers
from testloom.repository import MOST_BYTES
from testloom.subject import decode, find_project

CURABLE = frozenset({"import-raised", "missing-variable", "missing-package", "other-root"})
"""Load failures that may disappear with a conftest.py, a plugin or pytest's configuration."""

FRAMEWORKS = frozenset({"django", "rest_framework"})


def load(
    request: GenerationRequest,
    file: Path,
    companions: Companions | None = None,
    stopped: Callable[[], bool] = never,
) -> Agent:
    """Start an agent with a file of the project; its `preparation` says what the import needed.

    A module that cannot be imported as it is gets what pytest prepares for the project's tests, and so does
    one of a framework whose settings these name. Once it is `stopped`, whoever waits for the agent gets an
    EnoughError.

    Raises:
        SubjectError: if it cannot be loaded with that either.
    """
    test_file = destination(request, file)
    known = replace(request.preparation, conftests=conftests_above(test_file, find_project(file)))
    is_prepared = replace(known, conftests=()) != Preparation()
    try:
        agent = _start(request, file, known, companions, stopped)
    except SubjectError as error:
        if error.code not in CURABLE or is_prepared:
            raise
        found = prepared_by_pytest(environment_for(request, file), test_file)
        if found == Preparation():
            raise
    else:
        if is_prepared or not _has_settings(agent):
            return agent
        found = prepared_by_pytest(environment_for(request, file), test_file)
        if found == Preparation():
            return agent
        agent.close()
    return _start(request, file, replace(found, conftests=known.conftests), companions, stopped)


def _has_settings(agent: Agent) -> bool:
    """Whether a module imports something of a framework that does little without settings."""
    return any(name.partition(".")[0] in FRAMEWORKS for name in agent.description.get("imports", ()))


def conftests_above(test_file: Path, project: Path) -> tuple[str, ...]:
    """Find the conftest.py files whose fixtures a test file can use, the outermost first."""
    folders = [folder for folder in test_file.parents if folder == project or project in folder.parents]
    return tuple(str(folder / "conftest.py") for folder in reversed(folders) if _is_small(folder))


def _is_small(folder: Path) -> bool:
    file = folder / "conftest.py"
    return file.is_file() and file.stat().st_size <= MOST_BYTES


def loaded_subject(agent: Agent) -> Subject:
    """Decode the agent's description of the module, with all capabilities and installed providers.

    Raises:
        AgentError: if the description is invalid.
        ProviderError: if an installed value provider of another package cannot be loaded.
    """
    capabilities = Capabilities((*CAPABILITIES.aspects, *installed_providers()))
    return decode(agent.description, capabilities)


def _start(
    request: GenerationRequest,
    file: Path,
    preparation: Preparation,
    companions: Companions | None,
    stopped: Callable[[], bool],
) -> Agent:
    settings = AgentSettings(
        companions=companions,
        allow=request.settings.allow,
        preparation=preparation,
        stopped=stopped,
        patient=request.settings.executions is not None,
    )
    return Agent.start(request.python, file, request.root, settings)
