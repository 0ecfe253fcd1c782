"""The values in a document, each with its names: JSON, TOML, or settings line by line."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from testloom_agent.redaction.labels import LABELS, VALUES, entry_names, item_names
from testloom_agent.redaction.naming import is_key, is_sensitive

if sys.version_info >= (3, 11):
    import tomllib  # now, as a module of the project may have this name later

Named: TypeAlias = tuple[str, str]
"""The names of all containers of a value, joined by dots, and the value as text."""
Shown: TypeAlias = Callable[[str, str], str]
"""Returns the replacement of a value, given its name and the value."""
LONGEST = 1 << 20
LONGEST_NAME = 64
# No part may match what the next one matches, and none may begin within a word: the time would grow with the
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
_JSON = re.compile(r"""(?P<string>"(?:[^"\\]|\\.)*")(?P<colon>\s*:)?|[-+.\w]+|[{}\[\]]""")
_STRUCTURE = re.compile(
    r"""(?P<key>["']?[\w.-]+["']?\s*[:=]\s*)|"(?P<double>[^"\n]*)"|'(?P<single>[^'\n]*)'"""
    r"""|(?P<bare>[^\s"'\[\]{}(),:=]+(?:[ \t]+[^\s"'\[\]{}(),:=]+)*)"""
)
_QUOTE = re.compile(r"""(["'])(.*)\1([\s,;]*)$""")
_LINE = re.compile(r"\s*(?:- )?(?:[#;]+\s*|//\s*)?")


def named_in(text: str) -> list[Named]:
    """Parse the named values of a document in JSON or TOML.

    Other text is searched for settings, quoted values and sensitive words.
    """
    tree = _tree(text)
    if tree is not None:
        return list(_named(tree, ""))
    quoted = [(found[1], found[2] or found[3]) for found in _QUOTED.finditer(text)]
    spoken = [
        (found[1], found[2])
        for pattern in (_WORDS, _PAIR, _ELEMENT, _LABELLED)
        for found in pattern.finditer(text)
        if is_sensitive(found[1])
    ]
    found = (*_labelled(_settings(text)), *_labelled(quoted), *spoken)
    return [(name, value) for name, value in found if value]


def is_json(text: str) -> bool:
    """Check whether a document is a JSON object or list."""
    return isinstance(_json(text), (dict, list))


def with_values(text: str, shown: Shown) -> str:
    """Replace the values of a document but keep its names; a line that is not a setting is one value."""
    has_form = len(text) <= LONGEST and is_json(text)
    return "".join(_json_with_values(text, shown) if has_form else _lines_with_values(text, shown))


def _json_with_values(text: str, shown: Shown) -> Iterator[str]:
    """Yield the parts of a JSON text with other values, in the same layout."""
    around, inner, name, end = [""], "", "", 0
    for found in _JSON.finditer(text):
        yield text[end : found.start()]
        end, token = found.end(), found[0]
        if token in "{[":
            around.append(f"{around[-1]}.{name}")
        elif token in "}]":
            around.pop()
        elif found["colon"]:
            name, inner = json.loads(found["string"]), ""
        elif token not in ("true", "false", "null"):
            value = json.loads(token)
            within = inner if is_sensitive(inner) else name
            token = _json_value(value, token, shown(f"{around[-1]}.{within}".strip("."), str(value)))
            inner = value if isinstance(value, str) else ""
        if token in "{}[]":
            name = inner = ""
        yield token
    yield text[end:]


def _json_value(value: Any, token: str, text: str) -> str:
    """Write another value as JSON: a number for a number, if it is one."""
    if text == str(value):
        return token
    try:
        return json.dumps(type(value)(text), ensure_ascii=token.isascii())
    except ValueError:
        return json.dumps(text)


def _lines_with_values(text: str, shown: Shown) -> Iterator[str]:
    section = ""
    for line in text.splitlines(keepends=True):
        if found := _SECTION.match(line):
            section = f"{found[1]}."
            yield line
        elif (found := _SETTING.match(line)) and _is_name(found[1], found[2]):
            name = f"{section}{found[1]}"
            yield line[: found.start(2)] + _with_parts(name, found[2], shown) + line[found.end(2) :]
        else:
            begin = _LINE.match(line)
            assert begin is not None
            yield begin[0] + _with_parts("", line[begin.end() :], shown)


def _is_name(name: str, value: str) -> bool:
    """Check whether the beginning of a line is a name, not data that ends with an equals sign like base64."""
    is_empty = not value.strip("= \t\r")
    is_data = is_key(name) or (is_empty and any(map(str.isdigit, name)))
    return len(name) <= LONGEST_NAME and not is_data


def _with_parts(name: str, text: str, shown: Shown) -> str:
    """Replace a value in a line: quoted or not, with a comment, or with values in brackets."""
    value = text.strip()
    begin, end = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    if not value:
        return text
    if value[0] in "[{":
        return begin + _STRUCTURE.sub(lambda found: _with_part(name, found, shown), value) + end
    comment, quoted = "", _QUOTE.match(value)
    if quoted is None:
        value, mark, rest = value.partition(" #")
        comment, quoted = f"{mark} {shown('', rest.strip())}" if mark else "", _QUOTE.match(value)
    if quoted is not None:
        return f"{begin}{quoted[1]}{shown(name, quoted[2])}{quoted[1]}{quoted[3]}{comment}{end}"
    bare = value.rstrip(" \t,;")
    return begin + shown(name, bare) + value[len(bare) :] + comment + end


def _with_part(name: str, found: re.Match[str], shown: Shown) -> str:
    if found["key"] is not None:
        return found["key"]
    if found["bare"] is not None:
        return shown(name, found["bare"])
    quote = found[0][0]
    return f"{quote}{shown(name, found[0][1:-1])}{quote}"


def _settings(text: str) -> Iterator[Named]:
    """Yield the settings in a text, one per line, with the name of the section before each name."""
    section = ""
    for line in text.splitlines():
        if found := _SECTION.match(line):
            section = f"{found[1]}."
        elif found := _SETTING.match(line):
            yield f"{section}{found[1]}", found[2].strip().rstrip(",").strip("\"'")


def _labelled(values: Iterable[Named]) -> Iterator[Named]:
    """Yield the values, with the names that those before give them: `name: PASSWORD`, then `value: …`."""
    label = ""
    for name, value in values:
        kind = name.rpartition(".")[2].lower()
        yield f"{label}.{name}" if label and kind in VALUES else name, value
        label = value if kind in LABELS and is_sensitive(value) else ""


def _tree(text: str) -> Any:
    """Parse a document; None if it has no known format."""
    if len(text) > LONGEST:
        return None
    tree = _json(text)
    if isinstance(tree, (dict, list)):
        return tree
    if sys.version_info >= (3, 11) and "=" in text:
        try:
            return tomllib.loads(text)
        except (ValueError, RecursionError):
            return None
    return None


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _named(tree: Any, name: str) -> Iterator[Named]:
    """Yield the values in a tree, which may be nested deeper than calls can be."""
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
