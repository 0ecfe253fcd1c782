from dataclasses import replace
from pathlib import Path

import pytest

from testloom.capabilities import KINDS
from testloom.model.errors import UsageError
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.settings import Settings


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("shop/account.py", Target(Path("shop/account.py"))),
        ("a.py::Account.withdraw", Target(Path("a.py"), "Account.withdraw")),
        ("a.py::Account::withdraw", Target(Path("a.py"), "Account.withdraw")),
        ("a.py::discount:12", Target(Path("a.py"), "discount", 12)),
        ("a.py:12", Target(Path("a.py"), None, 12)),
        ("a.py:12:true", Target(Path("a.py"), None, 12, True)),
        ("a.py::discount:12:false", Target(Path("a.py"), "discount", 12, False)),
    ],
)
def test_targets_are_written_as_pytest_writes_node_ids(text: str, target: Target) -> None:
    assert Target.parse(text) == target
    assert Target.parse(str(target)) == target


@pytest.mark.parametrize("text", ["", "::f", "a.py:0"])
def test_what_is_no_target_says_how_to_write_one(text: str) -> None:
    with pytest.raises(UsageError, match="Use FILE"):
        Target.parse(text)


def test_a_wish_survives_the_way_to_a_worker() -> None:
    request = GenerationRequest(
        (Target.parse("a.py::f:3"),), Path("py"), Path("root"), None, False, Settings(budget=2.5)
    )
    pair = replace(request, targets=(Target.parse("a.py::A"), Target.parse("b.py::B")), is_pair=True)
    unsaved = replace(request, unsaved={Path("test_a.py"): "import a\n"}, only_missing=True)
    for entry in (request, pair, unsaved):
        assert GenerationRequest.decode(entry.encode(), KINDS) == entry


def test_unknown_and_ill_typed_settings_are_named() -> None:
    with pytest.raises(UsageError, match="'buget'"):
        Settings.decode({"buget": 3})
    with pytest.raises(UsageError, match="'budget': 'much'"):
        Settings.decode({"budget": "much"})
