"""The values in a document, each by the names that it goes by: JSON, TOML, or settings line by line."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from typing import Any, TypeAlias

from testloom_agent.redaction.naming import is_telling

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
_WORDS = re.compile(r"(?<![\w-])([\w-]+)[ \t]+(?=\S*[^\s\w=:.]|\S*\d)([^\s=:]\S{3,})")


def named_in(text: str) -> list[Named]:
    """The values in a document; of what is neither JSON nor TOML, settings, quotes and telling words."""
    tree = _tree(text)
    if tree is not None:
        return list(_named(tree, ""))
    quoted = [(found[1], found[2] or found[3]) for found in _QUOTED.finditer(text)]
    spoken = [
        (found[1], found[2])
        for pattern in (_WORDS, _PAIR, _ELEMENT)
        for found in pattern.finditer(text)
        if is_telling(found[1])
    ]
    return [(name, value) for name, value in (*_settings(text), *quoted, *spoken) if value]


def pair_name(items: Any) -> str:
    """The name by which the second item goes of a pair such as `("password", x)`; else nothing."""
    if len(items) == 2 and type(items[0]) is str and is_telling(items[0]):
        return str(items[0])
    return ""


def _settings(text: str) -> Iterator[Named]:
    """The settings in a text, one a line, each after the name of its section."""
    section = ""
    for line in text.splitlines():
        if found := _SECTION.match(line):
            section = f"{found[1]}."
        elif found := _SETTING.match(line):
            yield f"{section}{found[1]}", found[2].strip().rstrip(",").strip("\"'")


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
    if sys.version_info >= (3, 11):
        import tomllib

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
            waiting += [(part, f"{name}.{key}" if name else str(key)) for key, part in tree.items()]
        elif isinstance(tree, list):
            inner = pair_name(tree)
            waiting += [(part, f"{name}.{inner}" if inner and part is tree[1] else name) for part in tree]
        elif tree is not None and not isinstance(tree, bool):
            yield name, str(tree)
