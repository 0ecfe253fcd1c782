"""What each new process would import and set up is there before it is forked."""

from __future__ import annotations

import os
import subprocess
import sys
import types
from pathlib import Path

import pytest

from testloom_agent.environment.readiness import prepare_libraries

SERVER = Path(__file__).parents[3] / "server"
MAPPED = """
import os, sys
from sqlalchemy import ForeignKey
from sqlalchemy.orm import DeclarativeBase, Mapped, configure_mappers, mapped_column, relationship
from testloom_agent.environment.readiness import prepare_libraries

class Base(DeclarativeBase): pass

class Book(Base):
    __tablename__ = "book"
    id: Mapped[int] = mapped_column(primary_key=True)
    shelf_id: Mapped[int] = mapped_column(ForeignKey("shelf.id"))
    shelf: Mapped["Shelf"] = relationship("Shelf")

def state(): return (Book.__mapper__.configured, "sqlalchemy.dialects.sqlite" in sys.modules)

before = state()
prepare_libraries(os.fork)
without_shelf = state()

class Shelf(Base):
    __tablename__ = "shelf"
    id: Mapped[int] = mapped_column(primary_key=True)

prepare_libraries(os.fork)
print(before, without_shelf, state(), Book(shelf=Shelf()).shelf is not None)
"""


def test_mapped_classes_are_tied_to_one_another_once_all_are_there() -> None:
    command = [sys.executable, "-c", MAPPED]
    ended = subprocess.run(command, cwd=SERVER, text=True, timeout=60, capture_output=True, check=True)

    assert ended.stdout.strip() == "(False, False) (False, True) (True, True) True"
    assert ended.stderr == ""


def test_what_cannot_be_made_ready_keeps_nothing_from_running(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "test_utils.py").write_text("raise AttributeError('a version that does not fit')")
    package = types.ModuleType("aiohttp")
    package.__path__ = [str(tmp_path)]
    monkeypatch.setitem(sys.modules, "aiohttp", package)
    monkeypatch.setitem(sys.modules, "aiohttp.web", types.ModuleType("aiohttp.web"))
    monkeypatch.delitem(sys.modules, "aiohttp.test_utils", raising=False)

    prepare_libraries(os.fork)

    assert "aiohttp.test_utils" not in sys.modules
