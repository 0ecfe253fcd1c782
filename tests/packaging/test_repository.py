"""Files of the repository that must agree with each other."""

import ast
import json
import re
import sys
from pathlib import Path

import pytest

import testloom

ROOT = Path(__file__).parents[2]
AGENT = ROOT / "server" / "testloom_agent"


def imported(path: Path) -> set[str]:
    """Return the top-level names of all absolute imports of a module."""
    found = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.partition(".")[0])
    return found


@pytest.mark.parametrize("module", sorted(AGENT.rglob("*.py")), ids=lambda path: path.stem)
def test_agent_imports_nothing_but_the_standard_library(module: Path) -> None:
    assert imported(module) - sys.stdlib_module_names <= {"testloom_agent"}


def test_extension_and_server_have_the_same_version() -> None:
    manifest = json.loads((ROOT / "package.json").read_text())

    assert manifest["version"] == testloom.__version__


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt", "requirements-snapshots.txt"])
def test_every_locked_package_has_hashes_and_no_address(lock: str) -> None:
    text = re.sub(r"^ *#.*\n", "", (ROOT / lock).read_text(), flags=re.MULTILINE)
    packages = re.split(r"\n(?=\S)", text.strip())

    assert all(re.match(r"[\w.-]+==[\w.]+ ", package) for package in packages)
    assert all("--hash=sha256:" in package for package in packages)
    assert "://" not in text


def test_development_lock_contains_the_runtime_lock() -> None:
    def pins(lock: str) -> set[str]:
        return set(re.findall(r"^[\w.-]+==[^ ;]+", (ROOT / lock).read_text(), flags=re.MULTILINE))

    assert pins("requirements.txt") <= pins("requirements-dev.txt")
