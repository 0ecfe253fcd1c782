"""Names of the standard library are imported from where users look for them."""

from __future__ import annotations

import pytest

from testloom.writer.imports.bindings import public_path


@pytest.mark.parametrize(
    ("path", "public"),
    [
        ("json.decoder:JSONDecodeError", "json:JSONDecodeError"),
        ("json.decoder:JSONArray", "json.decoder:JSONArray"),
        ("_json:scanstring", "_json:scanstring"),
        ("_io:StringIO", "io:StringIO"),
        ("collections:deque", "collections:deque"),
        ("shop._money:Money", "shop._money:Money"),
    ],
)
def test_a_name_is_imported_from_a_public_module_if_that_has_it(path: str, public: str) -> None:
    assert public_path(path) == public
