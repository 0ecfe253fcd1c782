"""A project with two modules, for workers that only pretend to search."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.continuous.pretending import CART, SHOP, Project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'shop'\nversion = '1'\n")
    found = Project(tmp_path)
    found.write(shop=SHOP, cart=CART)
    return found
