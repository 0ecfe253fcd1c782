"""Tests of web applications send requests through the framework's own client."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

import pytest

from testloom.generation.file_job import FileJob
from testloom.generation.pipeline import find_tests
from testloom.measurement import never
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.settings import Settings
from testloom.writer import ProjectStyle, render

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


def generated(source: str, folder: Path, executions: int) -> str:
    """A suite for a module, before pytest has verified it."""
    file = folder / "pages.py"
    file.write_text(textwrap.dedent(source), encoding="utf-8")
    settings = Settings(executions=executions, seed=1)
    request = GenerationRequest((Target(file),), Path(sys.executable), folder, settings=settings)
    job = FileJob(request, file, request.targets, settings.budget)
    found = find_tests(job, lambda event: None, never)
    return render(found.suite.tests, found.suite.subject, None, ProjectStyle()).text


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
