"""The values in a document, each by the names that it goes by: JSON, TOML, or settings line by line."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from testloom_agent.redaction.labels import LABELS, VALUES, entry_names, item_names
from testloom_agent.redaction.naming import is_telling

if sys.version_info >= (3, 11):
    import tomllib  # now: later, a module of the project may go by this name

Named: TypeAlias = tuple[str, str]
"""A value as text, after the names of all that it lies in, with dots between."""
LONGEST = 1 << 20
# No part may take what the next one takes, and none may begin within a word: the time would grow with the
# square of the length of a line.
_SECTION = re.compile(r"\s*\[\[?([^\[\]]+)\]\]?\s*$")
_SETTING = re.compile(r"""\W*(?:export\s+)?(\w[\w.-]*)["']?\s*[:=](.*)""")
_QUOTED = re.compile(r"""(?<![\w-])([\w-]+)["']?[ \t]*[:=][ \t]*(?:"([^"\n]*)"|'([^'\n]*)')""")
_PAIR = re.compile(r"""(?<![\w-])([\w-]+)=([^\s&;,"'<>]+)""")
_ELEMENT = re.compile(r"<([\w.-]+)>([^<>]+)</")
_LABELLED = re.compile(
    r"""<[\w.:-]+[ \t](?=[^<>]{0,300}\b(?:name|key|id|type)=["']([\w.-]+)["'])"""
    r"""[^<>]{0,300}?(?:\bvalue=["']|>)([^"'<>]+)"""
)
_WORDS = re.compile(r"(?<![\w-])([\w-]+)[ \t]+(?=\S*[^\s\w=:.]|\S*\d)([^\s=:]\S{3,})")


def named_in(text: str) -> list[Named]:
    """The values in a document; of what is neither JSON nor TOML, settings, quotes and telling words."""
    tree = _tree(text)
    if tree is not None:
        return list(_named(tree, ""))
    quoted = [(found[1], found[2] or found[3]) for found in _QUOTED.finditer(text)]
    spoken = [
        (found[1], found[2])
        for pattern in (_WORDS, _PAIR, _ELEMENT, _LABELLED)
        for found in pattern.finditer(text)
        if is_telling(found[1])
    ]
    found = (*_labelled(_settings(text)), *_labelled(quoted), *spoken)
    return [(name, value) for name, value in found if value]


def _settings(text: str) -> Iterator[Named]:
    """The settings in a text, one a line, each after the name of its section."""
    section = ""
    for line in text.splitlines():
        if found := _SECTION.match(line):
            section = f"{found[1]}."
        elif found := _SETTING.match(line):
            yield f"{section}{found[1]}", found[2].strip().rstrip(",").strip("\"'")


def _labelled(values: Iterable[Named]) -> Iterator[Named]:
    """The values, each after what the one before it calls it: `name: PASSWORD`, and then `value: …`."""
    label = ""
    for name, value in values:
        kind = name.rpartition(".")[2].lower()
        yield f"{label}.{name}" if label and kind in VALUES else name, value
        label = value if kind in LABELS and is_telling(value) else ""


def _tree(text: str) -> Any:
    """What a document holds; None if it is none of those that have a form."""
    if len(text) > LONGEST:
        return None
    try:
        tree = json.loads(text)
    except (ValueError, RecursionError):
        tree = None
    if isinstance(tree, (dict, list)):
        return tree
    if sys.version_info >= (3, 11) and "=" in text:
        try:
            return tomllib.loads(text)
        except (ValueError, RecursionError):
            return None
    return None


def _named(tree: Any, name: str) -> Iterator[Named]:
    """The values in a tree; it may be deeper than calls can be."""
    waiting = [(tree, name)]
    while waiting:
        tree, name = waiting.pop()
        if isinstance(tree, dict):
            entries = list(tree.items())
            names = zip(entries, entry_names(entries), strict=True)
            waiting += [(part, f"{name}.{inner}" if name else inner) for (_, part), inner in names]
        elif isinstance(tree, list):
            inner_names = zip(tree, item_names(tree), strict=True)
            waiting += [(part, f"{name}.{inner}" if inner else name) for part, inner in inner_names]
        elif tree is not None and not isinstance(tree, bool):
            yield name, str(tree)
