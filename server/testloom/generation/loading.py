"""Load the module under test as the project's own tests would."""

from __future__ import annotations

from pathlib import Path

from testloom.capabilities import CAPABILITIES
from testloom.execution import Agent, Companions
from testloom.generation.delivering.delivery import destination
from testloom.generation.proving.trial import laboratory_for
from testloom.measurement import prepared_by_pytest
from testloom.model.capabilities import Capabilities
from testloom.model.errors import SubjectError
from testloom.model.generation_request import GenerationRequest
from testloom.model.preparation import Preparation
from testloom.model.subject import Subject
from testloom.providers import installed_providers
from testloom.subject import decode

CURABLE = frozenset({"import-raised", "missing-variable", "missing-package", "other-root"})
"""What may be due to something that a conftest.py, a plugin or pytest's configuration provides."""


def load(request: GenerationRequest, file: Path, companions: Companions | None = None) -> Agent:
    """Start an agent with a file of the project; its `preparation` says what the import needed.

    A module that cannot be imported as it is gets what pytest prepares for the project's tests.

    Raises:
        SubjectError: if it cannot be loaded with that either.
    """
    try:
        return _start(request, file, request.preparation, companions)
    except SubjectError as error:
        if error.code not in CURABLE or request.preparation != Preparation():
            raise
        found = prepared_by_pytest(laboratory_for(request, file), destination(request, file))
        if found == Preparation():
            raise
    return _start(request, file, found, companions)


def loaded_subject(agent: Agent) -> Subject:
    """What the agent tells of the module, and what tests of it may contain.

    Raises:
        AgentError: if it is no description.
        ProviderError: if a value provider that others have installed cannot be loaded.
    """
    capabilities = Capabilities((*CAPABILITIES.aspects, *installed_providers()))
    return decode(agent.description, capabilities)


def _start(
    request: GenerationRequest, file: Path, preparation: Preparation, companions: Companions | None
) -> Agent:
    allow = request.settings.allow
    return Agent.start(
        request.python, file, request.root, companions=companions, allow=allow, preparation=preparation
    )
