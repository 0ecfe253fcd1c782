"""A module is loaded with what pytest prepares for the project's tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from testloom.generation.loading import load
from testloom.model.errors import SubjectError
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.statements import CallStatement, TestCase
from tests.projects import NO_PLUGINS
from tests.values import plain

URL = 'import os\nURL = os.environ["SHOP_URL"]\ndef url(): return URL\n'
DJANGO = "ready = False\ndef setup():\n    global ready\n    ready = True\n"
MODEL = "import django\nif not django.ready: raise RuntimeError('not loaded')\ndef url(): return 'there'\n"
SETTINGS = "import os, django\nos.environ['DJANGO_SETTINGS_MODULE'] = 'settings'\ndjango.setup()\n"
HELPED = "import helping\ndef url(): return helping.URL\n"
PYPROJECT = f'[tool.pytest.ini_options]\npythonpath = ["lib"]\naddopts = "{NO_PLUGINS}"\n'


def project(folder: Path, module: str, **files: str) -> tuple[GenerationRequest, Path]:
    (folder / "pyproject.toml").write_text(PYPROJECT)
    for name, text in {"shop": module, **files}.items():
        path = folder / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    file = folder / "shop.py"
    return GenerationRequest((Target(file),), Path(sys.executable), folder), file


@pytest.mark.parametrize(
    ("module", "files"),
    [
        (URL, {"conftest": 'import os\nos.environ["SHOP_URL"] = "there"\n'}),
        (URL, {"tests__conftest": 'import os\nos.environ["SHOP_URL"] = "there"\n'}),
        (MODEL, {"django": DJANGO, "conftest": SETTINGS}),
        (HELPED, {"lib__helping": 'URL = "there"\n'}),
    ],
)
def test_a_module_gets_the_variables_and_folders_of_the_projects_tests(
    tmp_path: Path, module: str, files: dict[str, str]
) -> None:
    request, file = project(tmp_path, module, **files)

    with load(request, file) as agent:
        [[observation]] = agent.observe([TestCase((CallStatement(0, "shop:url"),))])

    assert observation.value is not None
    assert plain(observation.value) == "there"


def test_what_a_conftest_takes_from_a_private_file_is_not_handed_on(tmp_path: Path) -> None:
    conftest = 'import os\nos.environ["SHOP_URL"] = open(os.path.join(HERE, ".env")).read()\n'
    request, file = project(tmp_path, URL, conftest=f"HERE = {str(tmp_path)!r}\n{conftest}")
    (tmp_path / ".env").write_text("s3cr3t")

    with pytest.raises(SubjectError, match="needs the environment variable SHOP_URL"):
        load(request, file)


def test_a_module_that_no_preparation_helps_says_what_it_needs(tmp_path: Path) -> None:
    request, file = project(tmp_path, URL)

    with pytest.raises(SubjectError, match="SHOP_URL, which is not set"):
        load(request, file)
