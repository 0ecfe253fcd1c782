"""Value providers that other packages register."""

from __future__ import annotations

from collections.abc import Callable as Function
from collections.abc import Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import ParamSpec, TypeVar

from testloom.model.errors import ProviderError
from testloom.model.statements import Statement
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import TypeRef
from testloom.search.providers.builder import Builder
from testloom.search.providers.provider import ValueProvider

P = ParamSpec("P")
T = TypeVar("T")
GROUP = "testloom.providers"
"""The entry point; its value is a provider class, which is called without arguments."""


class Installed(ValueProvider):
    """A provider of another package: any exception it raises becomes an error that names it.

    All methods ask the provider, and raise ProviderError if it fails.
    """

    def __init__(self, provider: ValueProvider, distribution: str) -> None:
        self.name, self.types, self.calls = provider.name, provider.types, provider.calls
        self._provider, self._distribution = provider, distribution

    def kind_of(self, parameter: Parameter, subject: Subject) -> TypeRef | None:
        """Return what the provider knows of the type of a parameter."""
        return self._asked("kind_of", self._provider.kind_of, parameter, subject)

    def returned(self, path: str, subject: Subject) -> TypeRef | None:
        """Return the type of the result of one of the provider's calls."""
        return self._asked(f"returned({path!r})", self._provider.returned, path, subject)

    def suits(self, path: str, wanted: Sequence[TypeRef], subject: Subject) -> bool:
        """Check whether the result of one of the provider's calls may stand where some types are wanted."""
        return self._asked(f"suits({path!r})", self._provider.suits, path, wanted, subject)

    def prepares(self, path: str, subject: Subject) -> bool:
        """Check whether the provider says that a call prepares its value."""
        return self._asked(f"prepares({path!r})", self._provider.prepares, path, subject)

    def more_statements(self, subject: Subject) -> int:
        """Return how many more statements the provider's values take."""
        return self._asked("more_statements", self._provider.more_statements, subject)

    def plain(self, kind: TypeRef, fresh: int) -> Sequence[Statement]:
        """Make the plainest value of a type with the provider."""
        return self._asked(f"plain({kind.name!r})", self._provider.plain, kind, fresh)

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Return the weight that the provider offers."""
        return self._asked(f"offers({kind.name!r})", lambda: float(self._provider.offers(kind, builder)))

    def settles(self, kind: TypeRef, builder: Builder) -> bool:
        """Check whether the provider alone should make values of a type."""
        return self._asked(f"settles({kind.name!r})", self._provider.settles, kind, builder)

    def held(self, called: Callable, parameter: Parameter, builder: Builder) -> int | None:
        """Choose a value of the test as an argument with the provider."""
        value = self._asked(f"held({called.id!r})", self._provider.held, called, parameter, builder)
        return None if value is None else self._checked(f"held({called.id!r})", value, builder)

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Make a value with the provider, and return its statement id."""
        value = self._asked(f"make({kind.name!r})", self._provider.make, kind, builder)
        return self._checked(f"make({kind.name!r})", value, builder)

    def _asked(self, call: str, method: Function[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return method(*args, **kwargs)
        except ProviderError:
            raise  # of another one, which it had make a value
        except Exception as error:
            what = f"{call} raised {type(error).__name__}: {error}"
            raise ProviderError(self.name, self._distribution, what) from error

    def _checked(self, call: str, value: int, builder: Builder) -> int:
        """Return what is a value of the test."""
        if all(statement.id != value for statement in builder.draft.statements):
            what = f"{call} returned {value!r}, which is not a value that the builder has made"
            raise ProviderError(self.name, self._distribution, what)
        return value


def installed_providers() -> tuple[ValueProvider, ...]:
    """Load the providers that are installed in addition to Testloom, sorted by name.

    Raises:
        ProviderError: if one cannot be loaded.
    """
    return tuple(_loaded(entry) for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name))


def _loaded(entry: EntryPoint) -> ValueProvider:
    distribution = entry.dist.name if entry.dist is not None else entry.module
    try:
        provider = entry.load()()
    except Exception as error:
        what = f"loading {entry.value} raised {type(error).__name__}: {error}"
        raise ProviderError(entry.name, distribution, what) from error
    if not isinstance(provider, ValueProvider):
        raise ProviderError(
            entry.name, distribution, f"{entry.value} is not a testloom.providers.ValueProvider"
        )
    return Installed(provider, distribution)
