"""Which files are tests, by their names and by what is set for pytest."""

from __future__ import annotations

from pathlib import Path

import pytest

from testloom.repository.pytest_settings import is_test_file


@pytest.mark.parametrize(
    ("settings", "path", "expected"),
    [
        ("", "shop/spec_tax.py", False),
        ("", "shop/test_tax.py", True),
        ("python_files = *_test.py", "shop/test_tax.py", True),
        ("python_files = spec_*.py", "shop/spec_tax.py", True),
        ("python_files = spec_*.py", "shop/spec_tax.txt", False),
        ("python_files = specs/*.py", "shop/specs/tax.py", True),
        ("python_files = specs/*.py", "shop/tax.py", False),
        ("testpaths = specs\npython_files = spec_*.py", "shop/spec_tax.py", False),
        ("testpaths = specs/\npython_files = spec_*.py", "specs/shop/spec_tax.py", True),
        ("testpaths = ./*/specs\npython_files = spec_*.py", "shop/specs/spec_tax.py", True),
        ("testpaths = */specs\npython_files = spec_*.py", "shop/deep/specs/spec_tax.py", False),
        ("testpaths = **/specs\npython_files = spec_*.py", "shop/deep/specs/spec_tax.py", True),
        ("testpaths = **/specs\npython_files = spec_*.py", "specs/spec_tax.py", True),
        ("testpaths = specs\npython_files = *.py", "specs/tax.py", True),
        ("testpaths = specs\npython_files = *.py", "shop/tax.py", False),
        ("testpaths = .\npython_files = *.py", "shop/tax.py", False),
        ("python_files = *.py", "shop/tax.py", False),
        ("testpaths = specs", "specs/tax.py", False),
        ("testpaths = specs.py", "specs.py", True),
        ("testpaths = .\npython_files = spec_*.py", "shop/spec_tax.py", True),
    ],
)
def test_a_file_is_a_test_if_its_name_or_the_settings_say_so(
    tmp_path: Path, settings: str, path: str, expected: bool
) -> None:
    (tmp_path / "pytest.ini").write_text(f"[pytest]\n{settings}\n")

    assert is_test_file(tmp_path / path) is expected


def test_the_nearest_settings_count(tmp_path: Path) -> None:
    (tmp_path / "shop" / "old").mkdir(parents=True)
    (tmp_path / "pytest.ini").write_text("[pytest]\npython_files = spec_*.py\n")
    (tmp_path / "shop" / "tox.ini").write_text("[tox]\n")
    (tmp_path / "shop" / "old" / "tox.ini").write_text("[pytest]\npython_files = check_*.py\n")

    assert is_test_file(tmp_path / "shop" / "spec_tax.py")
    assert not is_test_file(tmp_path / "shop" / "old" / "spec_tax.py")
    assert is_test_file(tmp_path / "shop" / "old" / "check_tax.py")
