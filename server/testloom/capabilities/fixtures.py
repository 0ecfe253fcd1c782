"""Fixtures of the project's conftest.py files, used for values that a test would have to make itself.

The agent says which there are and what they yield (`testloom_agent.reflection.fixtures`). A call whose path
`is_fixture` stands for one; the test has it as a parameter.
"""

from __future__ import annotations

from testloom.capabilities.databases.sessions import store
from testloom.model.statements import CallStatement
from testloom.model.subject import Parameter, Subject
from testloom.model.texts.names import FIXTURE
from testloom.model.types import ANY, TypeRef
from testloom.search.providers.builder import Builder
from testloom.search.providers.provider import ValueProvider

MOSTLY = 20.0
"""The weight of a fixture relative to any other source that makes such a value well."""


class FixtureValues(ValueProvider):
    """Provides the values of fixtures: instances of the classes that the code under test requires."""

    name = "fixture"

    def kind_of(self, parameter: Parameter, subject: Subject) -> TypeRef | None:
        """Find the type that the fixture of the same name yields, for a parameter without annotation."""
        fixture = subject.callables.get(f"{FIXTURE}{parameter.name}") if parameter.type == ANY else None
        return None if fixture is None else fixture.returns

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Mostly, where tests would have to make other objects for such a value."""
        if kind.name not in builder.knowledge.experience.makers.fixtures:
            return 0.0
        return MOSTLY if self.settles(kind, builder) else 1.0

    def settles(self, kind: TypeRef, builder: Builder) -> bool:
        """Check whether a fixture yields the type, and no constructor makes it from plain values."""
        if kind.name not in builder.knowledge.experience.makers.fixtures:
            return False
        constructor = builder.subject.callables.get(kind.name)
        return constructor is None or any(
            parameter.type.is_class and not parameter.has_default for parameter in constructor.parameters
        )

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Build a request for a fixture that yields such a value; a test asks for each fixture once.

        A session also gets rows.
        """
        fixture = builder.rng.choice(builder.knowledge.experience.makers.fixtures[kind.name])
        for statement in builder.draft.statements:
            if isinstance(statement, CallStatement) and statement.callable == fixture.id:
                return statement.id
        made, models = builder.call(fixture.id), builder.subject.databases.models
        if models is not None and kind.name == models.session:
            store(made, models, builder)
        return made


FIXTURES = (FixtureValues(),)
