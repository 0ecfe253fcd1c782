"""Doubles within others: what the attributes and calls of a double return is a copy as well.

Code that goes from one double to the next makes more of these than tests make themselves.
"""

from __future__ import annotations

from typing import Any
from unittest.mock import MagicMock, NonCallableMagicMock, NonCallableMock

from testloom_agent.doubles.templates import template_of
from testloom_agent.likeness import like

CHILD = "_get_child_mock"
HOLDER, NAME, WRAPS = "_new_parent", "_new_name", "wraps"
FIELDS = {"parent": "_mock_parent", "name": "_mock_name", HOLDER: "_mock_new_parent", NAME: "_mock_new_name"}
"""The attributes in which a mock keeps the arguments that tell where it is."""
TOLD = frozenset({*FIELDS, WRAPS})
KINDS = frozenset({MagicMock, NonCallableMagicMock})
"""The classes of doubles within which there are plain ones."""


def copy_inner_doubles() -> None:
    """Have doubles copy a template for the plain ones within them, which `unittest.mock` makes one by one."""
    child, plain = getattr(NonCallableMock, CHILD, None), MagicMock()
    template = template_of(plain, None)
    if child is None or template is None or not vars(plain).keys() >= {*FIELDS.values()}:
        return  # they are private: a later Python may lack them

    def copied(double: Any, /, **told: Any) -> Any:
        if not _is_plain(double, told):
            return child(double, **told)
        made = template.double()
        vars(made).update((field, told[name]) for name, field in FIELDS.items() if name in told)
        return made

    setattr(NonCallableMock, CHILD, like(child, copied))


def _is_plain(double: Any, told: dict[str, Any]) -> bool:
    """Check whether the next double within one is a plain mock, without a spec and not asynchronous."""
    name = told.get(NAME, "")
    return (
        told.keys() <= TOLD
        and told.get(HOLDER) is not None
        and told.get(WRAPS) is None
        and type(double).__mro__[1] in KINDS
        and not name.startswith("__")
        and name not in vars(double)["_spec_asyncs"]
        and not double._mock_sealed
    )
