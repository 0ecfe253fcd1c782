from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testloom.model.texts.foreign import shown, shown_lines, without_commands, without_links

LINK = re.compile(r"\[[^\]]+\]\([^)\s]+")
"""What VS Code takes for a link in a message."""
FORBIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
ANY = st.text(st.characters(codec=None))


@pytest.mark.parametrize("text", ["", "naïve 値 ≠ 'a\\b'", "a\u00a0b\u3000c", "👩\u200d💻"])
def test_what_can_be_seen_stays_as_it_is(text: str) -> None:
    assert shown(text) == text


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("\x1b]0;x\x07", r"\x1b]0;x\x07"),
        ("one\r\ntwo", r"one\r\ntwo"),
        ("user\u202egnp.exe", r"user\u202egnp.exe"),
        ("a\u2028b\x85c", r"a\u2028b\x85c"),
        ("\udcff", r"\udcff"),
    ],
)
def test_what_cannot_be_seen_is_escaped(text: str, escaped: str) -> None:
    assert shown(text) == escaped


@given(ANY)
def test_any_text_is_shown_in_one_line_that_xml_can_hold(text: str) -> None:
    line = shown(text)

    assert not FORBIDDEN.search(line)
    assert shown(line) == line
    element = ElementTree.Element("case", name=line)
    assert ElementTree.fromstring(ElementTree.tostring(element)).get("name") == line


def test_code_keeps_its_lines() -> None:
    assert shown_lines("def f():\r\n    return '\x1b'\n") == "def f():\n    return '\\x1b'\n"


@given(st.lists(st.sampled_from(["::", "error", "##[", "add-mask]", " ", "\t", "\n", "a:b"])).map("".join))
def test_no_line_is_a_workflow_command(text: str) -> None:
    lines = without_commands(text).split("\n")

    assert len(lines) == text.count("\n") + 1
    assert not any(line.lstrip().startswith("::") or "##[" in line for line in lines)


def test_the_id_of_a_test_is_no_workflow_command() -> None:
    assert without_commands("tests/test_a.py::test_a\n  a::b #[x]") == "tests/test_a.py::test_a\n  a::b #[x]"


@given(st.lists(st.sampled_from(["[", "]", "(", ")", "](", "command:x", "a", "\n", " "])).map("".join))
def test_no_message_holds_a_link(text: str) -> None:
    assert not LINK.search(without_links(text))
