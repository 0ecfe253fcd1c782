"""Value providers of other packages: how a package adds values of its types (docs/providers.md).

A package derives a class from `ValueProvider` and registers it under the entry point
`testloom.providers`.
"""

from testloom.model.subject import Subject
from testloom.model.types import ANY, Scalar, TypeRef
from testloom.providers.installed import GROUP, installed_providers
from testloom.search.providers.builder import Builder
from testloom.search.providers.provider import ValueProvider

__all__ = [
    "ANY",
    "GROUP",
    "Builder",
    "Scalar",
    "Subject",
    "TypeRef",
    "ValueProvider",
    "installed_providers",
]
