"""Absolute paths in functions become constants that a test can point elsewhere."""

from __future__ import annotations

from testloom.refactoring import with_path_constant

PATH = "/etc/shop/banner.txt"
TEXT = f'''"""A shop."""

import os


def banner():
    """Read {PATH}."""
    with open("{PATH}") as file:
        return file.read()
'''


def test_the_path_gets_a_name_behind_the_imports() -> None:
    assert with_path_constant(TEXT, 8, PATH) == TEXT.replace(
        "import os\n", f'import os\n\nBANNER_TXT = "{PATH}"\n'
    ).replace(f'open("{PATH}")', "open(BANNER_TXT)")


def test_each_place_in_the_function_has_the_name_and_no_other() -> None:
    text = f"def f():\n    é = ['{PATH}', '{PATH}', f'{PATH}', '{PATH}.old']\n    return é\n"
    text += f"\n\ndef g():\n    return '{PATH}'\n"

    changed = with_path_constant(text, 2, PATH)

    assert changed is not None
    assert changed.startswith(f"BANNER_TXT = '{PATH}'\n\ndef f():\n")
    assert f"é = [BANNER_TXT, BANNER_TXT, f'{PATH}', '{PATH}.old']" in changed
    assert changed.endswith(f"return '{PATH}'\n")


def test_a_name_that_is_taken_is_not_taken_again() -> None:
    text = TEXT.replace("import os", "import os as BANNER_TXT")

    assert "BANNER_TXT_PATH = " in (with_path_constant(text, 8, PATH) or "")


def test_a_name_is_made_of_any_path() -> None:
    text = "def f():\n    return open('/var/lib/3-d')\n"

    assert (with_path_constant(text, 2, "/var/lib/3-d") or "").startswith("PATH_3_D = '/var/lib/3-d'\n")


def test_line_ends_stay_what_they_are() -> None:
    changed = with_path_constant(TEXT.replace("\n", "\r\n"), 8, PATH)

    assert changed is not None
    assert changed.count("\r\n") == changed.count("\n")


def test_a_path_that_does_not_stand_there_is_none() -> None:
    assert with_path_constant(TEXT, 8, "/etc/other") is None
    assert with_path_constant(TEXT, 3, PATH) is None
