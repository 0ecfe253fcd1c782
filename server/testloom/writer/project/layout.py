"""The location of a project's tests."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, count
from pathlib import Path

from testloom.repository import read_text
from testloom.repository.pytest_settings import is_called_as_test, pytest_settings
from testloom.writer.project.reaching import are_used_to, is_reachable, is_shadowed

FOLDERS = ("tests", "test")
MARKS = ("pyproject.toml", "setup.py", "setup.cfg", ".git")
"""Files that mark a folder as a project, even if it is called `src`."""
KINDS = ("unit", "unit_tests", "unittests")
IGNORED = frozenset({"node_modules", "site-packages", "__pycache__", "venv", "build", "dist"})
MAX_FILES = 5_000
MOST_SIBLINGS = 200
"""The most test files that are read to find where the tests of a package are."""
MOST_BYTES = 1_000_000
"""The most bytes of a test file that are read; the largest that people write have half as many."""


def find_test_file(root: Path, file: Path, module: str, out: Path | None) -> Path:
    """Find the path of the test file for a module; the file need not exist yet.

    Args:
        root: the project's folder, with its configuration.
        file: the source file of the module.
        module: its dotted name; of a package, that of the package.
        out: the folder that the user chose, if any.
    """
    if out is not None:
        return out / f"test_{module.rpartition('.')[2]}.py"
    root, file = root.absolute(), file.absolute()
    home = _tests_folder(root, file, module)
    tests = [*_test_files(home), *(_tests_in(root) if home != root else ())]
    pattern = _naming(root, tests)
    above, source = find_test_root(root, None), _source_folder(file, module)
    if source is not None and not source.is_relative_to(above):
        source = None
    called = _called_after(tests, pattern, module)
    if source is not None:
        called = [path for path in called if not is_shadowed(above, source, path.parent, module)]
    if found := _test_of(called, module, home):
        return found
    folder = _mirrored(home, file, module, tests) if home not in file.parents else home
    if source is not None:
        folder = _importing(above, folder, source, module, tests)
    return _free(root, folder, pattern, module)


def _importing(above: Path, folder: Path, source: Path, module: str, tests: Sequence[Path]) -> Path:
    """The folder, or else one whose tests can import the source: a tests folder in `source`, or `source`.

    A service in a larger project has tests of its own, which are run there.
    """
    if not is_shadowed(above, source, folder, module) and (
        is_reachable(above, source, folder)
        or pytest_settings(above).imports_by_path
        or are_used_to(tests[:MOST_SIBLINGS], source)
    ):
        return folder
    for own in (source / name for name in FOLDERS):
        if own.is_dir() and (any(_test_files(own)) or is_reachable(above, source, own)):
            return own
    return source


def _free(root: Path, folder: Path, pattern: str, module: str) -> Path:
    """The first file free for a module, or about it, under a name that pytest can tell from all others.

    For a module in no package, a file that is called after it will do, whatever that is about.
    """
    parts = module.split(".")
    plain = ("_".join(parts[-depth:]) for depth in range(1, len(parts) + 1))
    for name in chain(plain, (f"{'_'.join(parts)}_{number}" for number in count(2))):
        path = folder / pattern.format(name)
        if path.exists() and (len(parts) == 1 or _mentions(path, module)):
            return path
        if not path.exists() and not _is_module(root, path):
            return path
    raise AssertionError  # unreachable: `count` never ends


def _is_module(root: Path, path: Path) -> bool:
    """Whether pytest imports another test file under the module name that this one would have."""
    if pytest_settings(root).imports_by_path:
        return False
    name = _module_name(path)
    return any(_module_name(other) == name for other in namesakes(root, path))


def namesakes(root: Path, path: Path) -> Iterator[Path]:
    """Yield the other test files of a project that have the same file name as `path`."""
    yield from (other for other in _test_files(root) if other.name == path.name and other != path)


def _module_name(path: Path) -> str:
    """The module name that pytest gives a test file, unless it imports by path."""
    name, folder = path.stem, path.parent
    while (folder / "__init__.py").is_file() and folder.name.isidentifier():
        name, folder = f"{folder.name}.{name}", folder.parent
    return name


def find_test_root(root: Path, out: Path | None) -> Path:
    """Find the folder that contains all tests written for a project: `out` if the user chose it."""
    if out is not None:
        return out
    root = root.absolute()
    is_project = any((root / name).exists() for name in MARKS)
    return root.parent if root.name == "src" and not is_project else root


def _tests_folder(root: Path, file: Path, module: str) -> Path:
    """The folder of all tests: configured, or found beside the source or in it, or else a new one."""
    above = find_test_root(root, None)
    places = [folder for folder in _configured(root) if folder not in file.parents and folder.is_dir()]
    if places:  # some may be listed only for the doctests in the sources
        return next((folder for folder in places if any(_test_files(folder))), places[0])
    for base in dict.fromkeys((root, above)):
        for name in FOLDERS:
            if (base / name).is_dir() and (base / name) not in file.parents:
                return base / name
    package = _package_folder(file, module)
    for folder in file.parents if package else []:
        is_inside = folder.is_relative_to(above) and package in (folder, *folder.parents)
        for name in FOLDERS:
            if is_inside and any(_test_files(folder / name)):
                return folder / name
    return root if any(_tests_in(root)) else above / FOLDERS[0]


def _configured(root: Path) -> Iterator[Path]:
    """The places within the project that pytest's `testpaths` name."""
    settings = pytest_settings(root)
    for entry in settings.testpaths:
        folder = Path(os.path.normpath(root / entry))
        if not Path(entry).is_absolute() and folder.is_relative_to(root):
            yield from settings.places(str(folder.relative_to(root)))


def _package_folder(file: Path, module: str) -> Path | None:
    """The folder of the outermost package; None if the module is in no package."""
    depth = _packages_of(file, module)
    return file.parents[depth - 1] if 0 < depth <= len(file.parents) else None


def _source_folder(file: Path, module: str) -> Path | None:
    """The folder that the module is imported from; None if its name has more parts than the path."""
    depth = _packages_of(file, module)
    return file.parents[depth] if depth < len(file.parents) else None


def _packages_of(file: Path, module: str) -> int:
    return len(module.split(".")) - (0 if file.name == "__init__.py" else 1)


def _test_files(folder: Path) -> Iterator[Path]:
    """The test files below a folder; at most about `MAX_FILES` entries are looked at."""
    if not folder.is_dir():
        return
    pending, seen = [folder], 0
    while pending and seen < MAX_FILES:
        for entry in sorted(pending.pop().iterdir()):
            seen += 1
            if entry.is_dir() and not entry.is_symlink():
                if entry.name not in IGNORED and not entry.name.startswith("."):
                    pending.append(entry)
            elif is_called_as_test(entry):
                yield entry


def _tests_in(folder: Path) -> Iterator[Path]:
    """The test files that lie in a folder itself."""
    entries = sorted(folder.iterdir()) if folder.is_dir() else []
    yield from (entry for entry in entries if is_called_as_test(entry) and entry.is_file())


def _naming(root: Path, tests: Sequence[Path]) -> str:
    """The pattern of test file names, `test_{}.py` or `{}_test.py`: that of most tests, or as configured."""
    counted = Counter(path.stem.startswith("test_") for path in tests)
    if tests:
        return "test_{}.py" if counted[True] >= counted[False] else "{}_test.py"
    patterns = pytest_settings(root).python_files
    return "{}_test.py" if "*_test.py" in patterns and "test_*.py" not in patterns else "test_{}.py"


def _called_after(tests: Sequence[Path], pattern: str, module: str) -> list[Path]:
    """The test files called after the module: `test_cart.py` or `test_shop_cart.py` for `shop.cart`.

    For a private module `shop._cart`, these are called after it, too, if they import it.
    """
    names, bare = (_names(pattern, parts) for parts in (module.split("."), _public(module.split("."))))
    return [path for path in tests if path.name in names or (path.name in bare and _mentions(path, module))]


def _names(pattern: str, parts: Sequence[str]) -> set[str]:
    return {pattern.format("_".join(parts[-depth:])) for depth in range(1, len(parts) + 1)}


def _public(parts: Sequence[str]) -> list[str]:
    return [part.lstrip("_") or part for part in parts]


def _test_of(called: Sequence[Path], module: str, home: Path) -> Path | None:
    """The file that tests the module: called after it, and importing it or else its package; None if none."""
    parts = module.split(".")
    found = [path for path in called if _mentions(path, module)]
    found = found or [path for path in called if _mentions_package(path, module.rpartition(".")[0])]
    return min(
        found, key=lambda path: (-_likeness(path, home, parts), len(path.parts), str(path)), default=None
    )


def _mentions(path: Path, module: str) -> bool:
    """Whether the file imports the module, in whichever form."""
    return imports_module(_text(path), module)


def _mentions_package(path: Path, package: str) -> bool:
    """Whether the file imports a package itself, or names from it, rather than one of its modules."""
    importing = rf"^[ \t\f]*(?:from|import)[ \t]+{re.escape(package)}(?![\w.])"
    return bool(package) and re.search(importing, _text(path), re.MULTILINE) is not None


def _text(path: Path) -> str:
    try:
        return read_text(path, errors="replace").removeprefix("\ufeff")[:MOST_BYTES]
    except OSError:
        return ""


def imports_module(text: str, module: str) -> bool:
    """Check whether source text imports a module, in any form.

    Each character is looked at only a few times: spaces end with their line, and names with their import.
    """
    package, _, name = module.rpartition(".")
    if re.search(rf"^[ \t\f]*(?:from|import)[ \t]+{re.escape(module)}\b", text, re.MULTILINE):
        return True
    siblings = rf"^[ \t\f]*from[ \t]+{re.escape(package)}[ \t]+import\b[ \t]*(\([^)]*|[^\n]*)"
    found = re.findall(siblings, text, re.MULTILINE) if package else []
    return any(re.search(rf"\b{re.escape(name)}\b", names) for names in found)


def _likeness(path: Path, home: Path, parts: Sequence[str]) -> int:
    """How many folders of the test file's path are packages of the module."""
    return sum(folder in parts for folder in path.parts[len(home.parts) : -1])


def _mirrored(home: Path, file: Path, module: str, tests: Sequence[Path]) -> Path:
    """The folder for tests of the module's package if tests mirror packages, else the one of its siblings.

    A module may have a folder of its own for its tests.
    """
    is_package = file.name == "__init__.py"
    packages = module.split(".") if is_package else module.split(".")[:-1]
    used = {path.parent for path in tests} | {parent for path in tests for parent in path.parents}
    bases = [*(home / kind for kind in KINDS if home / kind in used), home]
    for base in bases:
        for skipped in (0, 1):
            mirrored = packages[skipped:]
            if mirrored and (base / mirrored[0]).is_dir():
                return base.joinpath(*mirrored)
        if len(packages) > 1 and _mirrors_siblings(base, file.parents[len(packages) - 1], used):
            return base.joinpath(*packages[1:])
        own = base / module.rpartition(".")[2]
        if any(path.parent == own and _mentions_any(path, module, packages) for path in tests):
            return own
    return _beside_siblings(bases[0], ".".join(packages), tests) or bases[0]


def _mentions_any(path: Path, module: str, packages: Sequence[str]) -> bool:
    """Whether the file imports the module or its package."""
    return _mentions(path, module) or bool(packages and _mentions(path, ".".join(packages)))


def _beside_siblings(base: Path, package: str, tests: Sequence[Path]) -> Path | None:
    """The folder below `base` that has most of the tests of a package; None if there are none."""
    below = [path for path in tests if path.is_relative_to(base)][:MOST_SIBLINGS]
    folders = Counter(path.parent for path in below if package and _mentions(path, package))
    return max(folders, key=lambda folder: (folders[folder], -len(folder.parts)), default=None)


def _mirrors_siblings(base: Path, outermost: Path, used: set[Path]) -> bool:
    """Whether a folder of the tests is called after any subpackage of the module's outermost package."""
    entries = (entry for entry in outermost.iterdir() if (entry / "__init__.py").exists())
    return any((base / entry.name) in used for entry in entries)
