"""Value providers that other packages register."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

from testloom.model.errors import ProviderError
from testloom.model.types import TypeRef
from testloom.search.providers.builder import Builder
from testloom.search.providers.provider import ValueProvider

GROUP = "testloom.providers"
"""The entry point; its value is a provider class, which is called without arguments."""


class Installed(ValueProvider):
    """A provider of another package: any exception it raises becomes an error that names it."""

    def __init__(self, provider: ValueProvider, distribution: str) -> None:
        self.name = provider.name
        self._provider, self._distribution = provider, distribution

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Return the weight that the provider offers.

        Raises:
            ProviderError: if it fails.
        """
        try:
            return float(self._provider.offers(kind, builder))
        except Exception as error:
            raise self._failure(f"offers({kind.name!r})", error) from error

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Make a value with the provider, and return its statement id.

        Raises:
            ProviderError: if it fails, or returns what is no value of the test.
        """
        try:
            value = self._provider.make(kind, builder)
        except ProviderError:
            raise  # of another one, which it had make a value
        except Exception as error:
            raise self._failure(f"make({kind.name!r})", error) from error
        if all(statement.id != value for statement in builder.draft.statements):
            what = f"make({kind.name!r}) returned {value!r}, which is no value that the builder has made"
            raise ProviderError(self.name, self._distribution, what)
        return value

    def _failure(self, call: str, error: Exception) -> ProviderError:
        what = f"{call} raised {type(error).__name__}: {error}"
        return ProviderError(self.name, self._distribution, what)


def installed_providers() -> tuple[ValueProvider, ...]:
    """Load the providers that are installed beside Testloom, sorted by name.

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
        raise ProviderError(entry.name, distribution, f"{entry.value} is no testloom.providers.ValueProvider")
    return Installed(provider, distribution)
