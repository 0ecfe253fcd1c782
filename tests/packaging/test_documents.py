"""What README, the pages in docs/ and the maps of packages point to is there."""

import ast
import re
from pathlib import Path

import pytest

from testloom.cli.reading.arguments import parse_arguments

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "SECURITY.md",
    ROOT / "client" / "README.md",
    *ROOT.glob("docs/*.md"),
]
PAGES_ABOUT_CODE = [
    f"{name}.md"
    for name in (
        "agent-protocol",
        "architecture",
        "benchmarks",
        "capabilities",
        "environment",
        "glossary",
        "guard",
        "integration",
        "one-goal",
        "providers",
    )
]
LINK = re.compile(r"\]\((?!https?://)([^)]*)\)")
MAPPED = re.compile(r"`(\w+)`(?=(?:(?:,| and) `\w+`)*:)")
"""What stands before the colon of an item: ``* `goal`: the interface``."""
MODULE = re.compile(r"`([a-z_]+(?:\.[a-z_]+)+)`")


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def anchors_of(page: Path) -> set[str]:
    """The anchors of its headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", DOCUMENTS, ids=name_of)
def test_links_and_pictures_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(page.read_text()):
        file, _, anchor = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), link
        assert not anchor or anchor in anchors_of(target), link


def test_readme_leads_to_every_page() -> None:
    links = {link.partition("#")[0] for link in LINK.findall((ROOT / "README.md").read_text())}

    assert {name_of(page) for page in ROOT.glob("docs/*.md")} <= links


def test_every_picture_is_shown_somewhere() -> None:
    texts = "".join(page.read_text() for page in DOCUMENTS) + (ROOT / "package.json").read_text()

    assert [picture.name for picture in ROOT.glob("media/*.png") if picture.name not in texts] == []


def test_the_options_on_its_page_are_those_of_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    page = ROOT / "docs" / "command-line.md"
    told = set(re.findall(r"^\| `(--\w+)", page.read_text(), flags=re.MULTILINE))

    with pytest.raises(SystemExit):
        parse_arguments(["generate", "--help"])

    assert told == set(re.findall(r"--\w+", capsys.readouterr().out)) - {"--help"}


@pytest.mark.parametrize("page", PAGES_ABOUT_CODE)
def test_pages_name_modules_that_are_there(page: str) -> None:
    settings = re.findall(r'"(testloom\.\w+)": \{', (ROOT / "package.json").read_text())
    names = [name for name in MODULE.findall((ROOT / "docs" / page).read_text()) if name not in settings]
    server = ROOT / "server"
    modules = [".".join(path.relative_to(server).with_suffix("").parts) for path in server.rglob("*.py")]
    packages = {part for module in modules for part in module.split(".")[:-1]}
    known = "".join(f".{module}." for module in modules)

    assert [name for name in names if name.split(".")[0] in packages and f".{name}." not in known] == []


@pytest.mark.parametrize("package", sorted(ROOT.glob("server/**/__init__.py")), ids=name_of)
def test_the_map_of_a_package_names_what_is_in_it(package: Path) -> None:
    tree = ast.parse(package.read_text())
    bound = {name for node in ast.walk(tree) for name in names_bound_by(node)}
    there = {path.stem for path in package.parent.iterdir()} | bound

    assert [name for name in MAPPED.findall(ast.get_docstring(tree) or "") if name not in there] == []


def names_bound_by(node: ast.AST) -> list[str]:
    match node:
        case ast.ImportFrom(names=imported):
            return [alias.asname or alias.name for alias in imported]
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
    return []
