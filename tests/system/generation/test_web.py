"""Tests of web applications send requests through the framework's own client."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from random import Random

import pytest

from testloom.generation.loading import load, loaded_subject
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.settings import Settings
from testloom.model.statements import TestCase
from testloom.search.providers.knowledge import Knowledge
from tests.system.generation.searching import found_in, text_of

FLASK = """
    from flask import Flask, redirect, request, session
    app = Flask(__name__)
    app.secret_key = "dev"
    notes = {}

    @app.post("/login")
    def login():
        if request.form.get("password") != "tulip":
            return "wrong password", 403
        session["user"] = "ann"
        return redirect("/")

    @app.post("/notes/<int:number>")
    def add_note(number):
        if "user" not in session:
            return {"error": "log in first"}, 401
        notes[number] = request.get_json()["text"]
        return {"number": number, "text": notes[number]}, 201
"""
FASTAPI = """
    from fastapi import FastAPI, HTTPException
    from pydantic import BaseModel
    app = FastAPI()

    class Note(BaseModel):
        text: str

    @app.post("/notes/{number}", status_code=201)
    def add_note(number: int, note: Note):
        if number < 1:
            raise HTTPException(400, "no such number")
        return {"number": number, "text": note.text}
"""

SHOP = """
    from fastapi import Depends, FastAPI
    from sqlalchemy import select
    from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column
    app = FastAPI()

    class Base(DeclarativeBase): ...

    class Book(Base):
        __tablename__ = "books"
        id: Mapped[int] = mapped_column(primary_key=True)
        title: Mapped[str]

    def get_db():
        raise RuntimeError("no database here")
        yield

    @app.post("/books")
    def add(title: str, db: Session = Depends(get_db)):
        db.add(Book(title=title))
        db.commit()
        return list(db.scalars(select(Book.title)))
"""


def generated(source: str, folder: Path, executions: int) -> str:
    """A suite for a module, before pytest has verified it."""
    file = folder / "pages.py"
    file.write_text(textwrap.dedent(source), encoding="utf-8")
    return text_of(found_in(file, folder, Settings(executions=executions, seed=1)))


def test_a_flask_application_is_tested_by_requests_that_log_in_first(tmp_path: Path) -> None:
    pytest.importorskip("flask")

    text = generated(FLASK, tmp_path, 1500)

    assert "    client = app.test_client()\n" in text
    assert 'client.post("/login", data={"password": "tulip"})' in text
    assert "    assert response.status_code == 201\n" in text
    assert '    assert response.get_json() == {"error": "log in first"}\n' in text
    assert "Mock" not in text


def test_a_fastapi_application_is_tested_by_requests_in_which_no_thread_is_waited_for(tmp_path: Path) -> None:
    pytest.importorskip("fastapi")

    text = generated(FASTAPI, tmp_path, 400)

    assert "    client = TestClient(app)\n" in text
    assert "    assert response.status_code == " in text and "201" in text
    assert '{"detail": "no such number"}' in text
    assert "threading" not in text and "environ" not in text and "delenv" not in text


def test_a_handler_that_depends_on_a_session_gets_one_with_a_database_in_memory(tmp_path: Path) -> None:
    file = tmp_path / "shop.py"
    file.write_text(textwrap.dedent(SHOP), encoding="utf-8")
    with load(GenerationRequest((Target(file),), Path(sys.executable), tmp_path), file) as agent:
        knowledge = Knowledge(loaded_subject(agent), [], Random(1))
        cases = []
        for _ in range(6):
            builder = knowledge.builder()
            builder.call_of(knowledge.subject.callables["shop:add"])
            cases.append(TestCase(tuple(builder.draft.statements)))
        results = agent.execute(cases)

    assert all(not result.denied for result in results)
    assert sum(result.end == "passed" for result in results) > 3
