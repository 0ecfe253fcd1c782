"""The golden examples: what is rendered into tests/golden/written/test_NAME.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from testloom.model.suite import AssertedTest

from . import accounts, environment, values

EXAMPLES: Mapping[str, Callable[[], Sequence[AssertedTest]]] = {
    build.__name__: build for module in (accounts, values, environment) for build in module.EXAMPLES
}
