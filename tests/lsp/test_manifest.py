from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

from testloom.lsp.messages import remedies_for
from testloom.lsp.options import HINTS, LENSES, ON_SAVE, SECTION, Options
from testloom.model.errors import InterpreterError
from testloom.model.events.jobs import Failed
from testloom.model.settings import ALLOWED, PARTS, Settings

ROOT = Path(__file__).parents[2]
MANIFEST = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
TEXTS: dict[str, str] = json.loads((ROOT / "package.nls.json").read_text(encoding="utf-8"))
PROPERTIES: dict[str, dict[str, Any]] = {
    name: entry
    for group in MANIFEST["contributes"]["configuration"]
    for name, entry in group["properties"].items()
}
OF_THE_CLIENT = {"serverPython", "review", "runOnSave"}
OF_THE_PYTHON_EXTENSION = {"envFile"}


def test_the_manifest_offers_the_settings_that_the_server_reads() -> None:
    offered = {name.removeprefix(f"{SECTION}.") for name in PROPERTIES}

    read = {re.sub("_(.)", lambda match: match[1].upper(), entry.name) for entry in fields(Options)}
    assert offered - OF_THE_CLIENT == read - OF_THE_PYTHON_EXTENSION


def test_an_empty_budget_leaves_it_to_the_project_and_names_the_default() -> None:
    budget = PROPERTIES["testloom.budget"]

    assert budget["default"] is None
    assert TEXTS[budget["markdownDescription"].strip("%")].endswith(f"the default of {Settings().budget:g}.")


def test_the_defaults_of_the_manifest_set_nothing() -> None:
    defaults = {name.removeprefix(f"{SECTION}."): entry["default"] for name, entry in PROPERTIES.items()}

    assert Options.decode(defaults) == Options()
    assert Options.decode(defaults).over({}) == Settings()


def test_the_manifest_offers_the_techniques_that_there_are() -> None:
    assert tuple(PROPERTIES["testloom.without"]["items"]["enum"]) == PARTS
    assert Options.decode({"without": ["aiming"]}).over({"without": ["seeds"]}).without == ("aiming",)
    assert Options.decode({"without": []}).over({"without": ["seeds"]}).without == ("seeds",)


def test_the_manifest_offers_the_lenses_that_there_are() -> None:
    assert tuple(PROPERTIES["testloom.lenses"]["items"]["enum"]) == LENSES
    assert tuple(PROPERTIES["testloom.lenses"]["default"]) == LENSES
    assert Options.decode({"lenses": ["lines"]}).lenses == ("lines",)
    assert Options.decode({"lenses": []}).lenses == ()
    assert Options.decode({"lenses": True}).lenses == LENSES


def test_the_manifest_offers_the_hints_that_there_are() -> None:
    assert tuple(PROPERTIES["testloom.hints"]["items"]["enum"]) == HINTS
    assert Options.decode({"hints": ["goals", "findings"]}).hints == HINTS
    assert Options.decode({"hints": []}).hints == ()


def test_the_manifest_offers_the_ways_to_generate_on_save_that_there_are() -> None:
    assert tuple(PROPERTIES["testloom.onSave"]["enum"]) == ON_SAVE
    assert Options.decode({"onSave": "changed"}).on_save == "changed"
    assert Options.decode({"onSave": "always"}).on_save == "off"


def test_values_of_the_wrong_type_set_nothing() -> None:
    assert Options.decode({"budget": "long", "python": 3, "root": " "}) == Options()
    assert Options.decode({"budget": True}) == Options()
    assert Options.decode({"budget": -1}) == Options()
    assert Options.decode({"without": "aiming"}) == Options()
    assert Options.decode({"without": ["haste"]}) == Options()
    assert Options.decode(None) == Options()


def test_what_the_guard_lets_pass_is_set_by_the_user_of_the_machine_only() -> None:
    allow = PROPERTIES["testloom.allow"]

    assert allow["scope"] == "machine"
    assert allow["items"]["pattern"] == f"^{ALLOWED.pattern.replace('?:', '')}$"
    assert Options.decode({"allow": ["run:git", "git", 3]}).allow == ("run:git",)
    assert Options.decode({"allow": ["run:git"]}).over({}, ("write:out",)).allow == ("write:out",)


def test_a_command_has_the_title_of_the_button_that_runs_it() -> None:
    titles = {
        remedy.kind: remedy.title for remedy in remedies_for(Failed.of(InterpreterError("There is none.")))
    }

    assert TEXTS["command.doctor"] == titles["doctor"]
