"""Which test files of a project are about a module."""

from __future__ import annotations

from pathlib import Path

import pytest

from testloom.generation.suite_run.files import MOST_FILES, TestFile, files_about
from testloom.generation.suite_run.files import test_files as found_below


def test_a_file_is_about_what_it_imports() -> None:
    file = TestFile.of(b"import a.b as x, c\n  from d.e import (\n f)\nfrom . import g\n")
    rates = {m: file.may_test(m, is_inside=False) for m in ("a.b", "c", "d.e", "d.e.f", "d", "z")}

    assert rates == {"a.b": 2, "c": 2, "d.e": 2, "d.e.f": 1, "d": 0, "z": 0}
    assert file.may_test("z.g", is_inside=True) == 1


def test_the_file_called_after_a_module_comes_first_of_those_that_import_it(tmp_path: Path) -> None:
    texts = {
        "test_all.py": "import shop",
        "test_cart.py": "import shop.cart",
        "test_basic.py": "import shop.cart",
        "test_other.py": "import os",
        "helpers.py": "import shop.cart",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(f"{text}\n\ndef test_it():\n    pass\n")

    found = files_about("shop.cart", tmp_path / "shop", tmp_path)

    assert [path.name for path in found] == ["test_cart.py", "test_basic.py", "test_all.py"]
    assert found[tmp_path / "test_all.py"].tests == {"test_it"}


def test_a_file_that_only_the_settings_of_pytest_call_a_test_counts(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\npython_files = spec_*.py\n")
    for name in ("spec_cart.py", "cart.py"):
        (tmp_path / name).write_text("import shop\n\n\ndef test_it():\n    pass\n")

    assert [*files_about("shop", tmp_path / "shop", tmp_path)] == [tmp_path / "spec_cart.py"]


def test_the_system_is_not_asked_about_each_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tests").mkdir()
    for number in range(20):
        (tmp_path / "tests" / f"test_{number}.py").touch()
        (tmp_path / "tests" / f"helper_{number}.py").touch()
    asked: list[Path] = []
    stat = Path.stat

    def noted(self: Path, *, follow_symlinks: bool = True) -> object:
        if self.is_relative_to(tmp_path):
            asked.append(self)
        return stat(self, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(Path, "stat", noted)

    assert len(list(found_below(tmp_path / "tests"))) == 20
    assert len(asked) < 20


def test_only_files_that_mention_the_package_or_lie_in_it_are_read_line_by_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "shop").mkdir()
    texts = {
        "test_cart.py": "import shop",
        "shop/test_in.py": "from . import cart",
        "test_os.py": "import os",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(f"{text}\n")
    read: list[bytes] = []
    of = TestFile.of

    def noted(source: bytes) -> TestFile:
        read.append(source)
        return of(source)

    monkeypatch.setattr(TestFile, "of", noted)

    found = files_about("shop.cart", tmp_path / "shop", tmp_path)

    assert {path.name for path in found} == {"test_cart.py", "test_in.py"}
    assert sorted(read) == [b"from . import cart\n", b"import shop\n"]


def test_a_link_an_environment_and_what_is_hidden_are_passed_over(tmp_path: Path) -> None:
    for folder in ("tests", "env", ".hidden", "node_modules"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "test_it.py").touch()
    (tmp_path / "env" / "pyvenv.cfg").touch()
    (tmp_path / "linked").symlink_to(tmp_path / "tests")
    (tmp_path / "test_folder.py").mkdir()

    assert list(found_below(tmp_path)) == [tmp_path / "tests" / "test_it.py"]


def test_their_number_is_limited(tmp_path: Path) -> None:
    for number in range(MOST_FILES + 5):
        (tmp_path / f"test_{number}.py").write_text("import shop\n")

    assert len(files_about("shop", tmp_path / "shop", tmp_path)) == MOST_FILES
