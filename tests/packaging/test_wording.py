"""User-facing texts do not use the phrases that docs/glossary.md retires."""

import json
import re
from pathlib import Path

import pytest

from testloom.cli.reading.arguments import parse_arguments

ROOT = Path(__file__).parents[2]
GLOSSARY = ROOT / "docs" / "glossary.md"
PAGES = [
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "SECURITY.md",
    ROOT / "client" / "README.md",
    *sorted(page for page in ROOT.glob("docs/*.md") if page != GLOSSARY),
]
COMMANDS = (
    "generate",
    "integrate",
    "continuous",
    "record",
    "carve",
    "coverage",
    "test",
    "explain",
    "doctor",
    "serve",
)

LINE_END = "\n"
GAP = "…"
"""Stands for up to three words in a phrase."""
CODE_BLOCK = re.compile(r"^```.*?^```$|(?<=\n\n)(?: {4}[^\n]*\n+)+", re.DOTALL | re.MULTILINE)
INLINE_CODE = re.compile(r"`[^`]*`")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
LINK_TARGET = re.compile(r"(?<=\])\([^)]*\)")
NAME = re.compile(
    r"\b(?:def|class|function|const|let|interface) (\w+)|^ *(\w+)(?:: [^=\n]+)? = ", re.MULTILINE
)
"""What code defines: functions, classes, variables."""
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
FILE_NAME = re.compile(r"[\w./*-]+\.(?:json|md|mjs|png|py|toml|txt)\b")


def retired(heading: str) -> dict[str, str]:
    """Return the phrases in a table of the glossary, each with its replacement."""
    table = GLOSSARY.read_text(encoding="utf-8").partition(f"## {heading}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \| (.+?) \|$", table, flags=re.MULTILINE)
    return {phrase: instead for words, instead in rows for phrase in re.findall(r"`(.+?)`", words)}


def pattern_of(phrase: str) -> re.Pattern[str]:
    """Match a phrase as whole words, regardless of case and line breaks, including its plural."""
    words = (r"\S+(?:\s+\S+){0,2}" if word == GAP else re.escape(word) for word in phrase.split())
    return re.compile(r"\b" + r"\s+".join(words) + r"(?:e?s)?\b", re.IGNORECASE)


RETIRED = {phrase: (pattern_of(phrase), instead) for phrase, instead in retired("Retired words").items()}


def retired_in(text: str, *, is_page: bool = False) -> list[str]:
    """Find the retired phrases in a text, each with its line and its replacement.

    Code, file names and link targets do not count. Only a page has code blocks: the help indents its texts.
    """
    for ignored in (*((CODE_BLOCK, COMMENT) if is_page else ()), INLINE_CODE, LINK_TARGET, FILE_NAME):
        text = ignored.sub(_masked, text)
    uses = [(found, instead) for pattern, instead in RETIRED.values() for found in pattern.finditer(text)]
    return [
        f"line {text.count(LINE_END, 0, found.start()) + 1}: {' '.join(found[0].split())!r}; use {instead}"
        for found, instead in uses
    ]


def _masked(found: re.Match[str]) -> str:
    """Replace every character but keep the line breaks, so that lines are counted correctly."""
    return re.sub(r"\S", "·", found[0])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_page_uses_no_retired_phrase(page: Path) -> None:
    assert retired_in(page.read_text(encoding="utf-8"), is_page=True) == []


def test_manifest_uses_no_retired_phrase() -> None:
    texts = json.loads((ROOT / "package.nls.json").read_text(encoding="utf-8"))

    assert {key: found for key, text in texts.items() if (found := retired_in(text))} == {}


def test_client_and_server_use_no_retired_phrase() -> None:
    texts = json.loads((ROOT / "l10n" / "bundle.l10n.json").read_text(encoding="utf-8"))

    assert {text: found for text in texts if (found := retired_in(text))} == {}


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)], ids="".join)
def test_help_uses_no_retired_phrase(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse_arguments([*command, "--help"])

    assert retired_in(capsys.readouterr().out) == []


def test_the_help_of_every_command_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse_arguments(["--help"])

    assert re.findall(r"^ {4}(\w+)", capsys.readouterr().out, flags=re.MULTILINE) == list(COMMANDS)


@pytest.mark.parametrize("folder", ["server", "client/src", "tests/client"])
def test_code_uses_no_retired_name(folder: str) -> None:
    retired_names = retired("Retired names")
    files = [file for file in (ROOT / folder).rglob("*") if file.suffix in (".py", ".ts")]

    assert len(files) > 5
    assert {
        f"{file.relative_to(ROOT)}: {name}": retired_names[word]
        for file in files
        for name in names_in(file)
        for word in words_of(name)
        if word in retired_names
    } == {}


def names_in(file: Path) -> set[str]:
    """Find the names of a module and of what it defines."""
    found = NAME.findall(file.read_text(encoding="utf-8"))
    return {file.name.partition(".")[0], *(name for names in found for name in names if name)}


def words_of(name: str) -> list[str]:
    """Split a name into its words, in lower case."""
    return [word.lower() for word in WORD.findall(name)]


def test_a_retired_name_is_found_in_any_case() -> None:
    source = (
        "class TestLaboratory:\n    IS_TELLING: bool = True\n\n    def set_up_workplace(self) -> None: ...\n"
    )

    names = [name for found in NAME.findall(source) for name in found if name]

    assert {word for name in names for word in words_of(name)} >= {"laboratory", "telling", "workplace"}


def test_the_table_of_the_glossary_is_read() -> None:
    assert retired("Retired words")["as ever"] == "normally, unchanged"


@pytest.mark.parametrize("phrase", RETIRED)
def test_a_planted_phrase_is_found_with_its_line(phrase: str) -> None:
    planted = phrase.replace(GAP, "one or two").replace(" ", "\n")

    found = retired_in(f"First line.\n\nThen {planted.capitalize()}, and on.\n", is_page=True)

    assert any(use.startswith("line 3: ") for use in found)


@pytest.mark.parametrize(
    "text",
    [
        "By chance, you notice a contest; the company has no doubt and no questions.",
        "A text file with texts in it. The guard is not a sandbox for malicious code.",
        "The scheduler listens at a port; if you wish, the tests notify you at this moment.",
        "Run `as ever`, then `the\nsandbox`.",
        "Example:\n\n    as ever\n\n        as ever\n\nEnd.",
        "```\nas ever\n```\n",
        "See [the page](docs/standstill.md#as-ever), docs/flickering.md and `surroundings.py`.",
        "<!-- as ever -->",
    ],
)
def test_ordinary_english_and_code_are_not_reported(text: str) -> None:
    assert retired_in(text, is_page=True) == []
