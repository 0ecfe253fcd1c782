"""What is looked for in test files of any size takes as long as they are long, not the square of that."""

from __future__ import annotations

import pytest

from testloom.writer.project.layout import imports_module
from tests.growth import is_linear


@pytest.mark.parametrize(
    "part", ["\n", " \n", "\t", "from shop import (\n", "from shop import ", "from shop import other, ("]
)
def test_imports(part: str) -> None:
    assert is_linear(lambda text: imports_module(text, "shop.account"), "", part, 2_000)
