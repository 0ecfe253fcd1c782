"""Libraries that a module can do without."""

from __future__ import annotations

from typing import Any


def test_libraries_whose_import_may_fail_are_described(described: Any) -> None:
    description = described("""
        import json

        try:
            import pytest as framework
            HAS_FRAMEWORK = True
        except ImportError:
            HAS_FRAMEWORK = False

        try:
            import tomllib
        except ModuleNotFoundError:
            tomllib = None

        def dump(value):
            try:
                from no_such_library.fast import dumps
            except (ImportError, AttributeError):
                return json.dumps(value)
            return dumps(value)

        def load(text):
            try:
                import another
            except ValueError:
                return None
    """)

    assert description["optional"] == [
        {
            "module": "pytest",
            "is_installed": True,
            "names": ["subject_under_test:framework", "subject_under_test:HAS_FRAMEWORK"],
        },
        {"module": "no_such_library.fast", "is_installed": False, "names": []},
    ]


def test_a_library_whose_names_come_from_another_one_without_it_is_not_described(described: Any) -> None:
    description = described("""
        try:
            from pytest import fixture
        except ImportError:
            from functools import cache as fixture

        try:
            import pytest as framework
        except ImportError:
            framework = None
    """)

    [described_library] = description["optional"]
    assert described_library["names"] == ["subject_under_test:framework"]


def test_a_library_counts_as_replaced_only_if_its_names_are_imported_in_any_case(described: Any) -> None:
    description = described("""
        try:
            import pytest as first
        except ImportError:
            try:
                import no_such_library as first
            except ImportError:
                first = None

        try:
            import pytest as second
        except ImportError:
            try:
                import another as second
            except ImportError:
                import json as second

        try:
            from pytest.no_such_part import *
        except ImportError:
            pass
    """)

    assert {one["module"]: one["names"] for one in description["optional"]} == {
        "pytest": ["subject_under_test:first"],
        "no_such_library": ["subject_under_test:first"],
        "pytest.no_such_part": [],
    }


def test_variables_that_hold_the_version_of_a_package_are_described(described: Any) -> None:
    description = described("""
        import pytest
        from pytest import __version__ as held

        pytest_version = pytest.__version__
        unread = pytest.__version__
        own = "1.0"

        def report():
            return [held, pytest_version, own]
    """)

    import pytest

    assert description["versions"] == [
        {"path": "subject_under_test:held", "value": pytest.__version__},
        {"path": "subject_under_test:pytest_version", "value": pytest.__version__},
    ]
