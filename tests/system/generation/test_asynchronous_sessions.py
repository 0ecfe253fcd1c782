"""Code that awaits a session of SQLAlchemy is tested with a database in memory, without a driver."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from random import Random

import pytest

from testloom.generation.loading import load, loaded_subject
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.statements import TestCase
from testloom.search.providers.knowledge import Knowledge

LEDGER = """
    from sqlalchemy import select
    from sqlalchemy.exc import IntegrityError
    from sqlalchemy.ext.asyncio import AsyncSession
    from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

    class Base(DeclarativeBase): ...

    class Account(Base):
        __tablename__ = "accounts"
        id: Mapped[int] = mapped_column(primary_key=True)
        owner: Mapped[str] = mapped_column(unique=True)

    async def open_account(session: AsyncSession, owner: str) -> str:
        account = Account(owner=owner)
        session.add(account)
        try:
            await session.commit()
        except IntegrityError:
            return "taken"
        found = await session.scalars(select(Account).where(Account.owner == owner))
        return found.one().owner
"""


def test_an_asynchronous_session_commits_and_finds_rows(tmp_path: Path) -> None:
    pytest.importorskip("greenlet")
    file = tmp_path / "ledger.py"
    file.write_text(textwrap.dedent(LEDGER), encoding="utf-8")
    with load(GenerationRequest((Target(file),), Path(sys.executable), tmp_path), file) as agent:
        subject = loaded_subject(agent)
        knowledge = Knowledge(subject, [], Random(1))
        cases = []
        for _ in range(20):
            builder = knowledge.builder()
            builder.call_of(subject.callables["ledger:open_account"])
            cases.append(TestCase(tuple(builder.draft.statements)))
        results = agent.execute(cases)

    # In others, rows that the test stores have equal owners.
    assert sum(result.end == "passed" and not result.denied for result in results) > 5
