"""The tables that a project's SQL creates with sqlite3, and how a test has them created.

The SQL is executed once in a database in memory, whose tables are then inspected.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from types import ModuleType
from typing import Any

from testloom_agent.kinds import is_function
from testloom_agent.reflection.sources import Sources
from testloom_agent.trees import nodes_of

CREATES = re.compile(r"\bcreate\s+(?:temp\w*\s+)?table\b", re.IGNORECASE)
QUERIES = re.compile(r"\b(?:select|insert|update|delete)\b.*\b(?:where|values|set|having)\b", re.I | re.S)
_LITERAL = re.compile(r"'((?:[^']|'')*)'|(?<![\w.'])(-?\d+)(?![\w.'])")
_LISTED = re.compile(r"\bcheck\s*\(\s*\"?(\w+)\"?\s+in\s*\(([^()]*)\)\s*\)", re.IGNORECASE)
"""A constraint of a column: `CHECK (role IN ('member', 'admin'))`."""
SCRIPT, SUFFIX = "executescript", ".sql"
OFFERED = ("execute", SCRIPT, "cursor")
LONGEST = 100_000
"""The size up to which a file with SQL is read."""
_ATTACH = 24
"""SQLite's code for opening another database, which may be a file."""
_AFFINITIES = (
    ("int", ("INT", "BOOL")),
    ("str", ("CHAR", "CLOB", "TEXT", "DATE", "TIME")),
    ("bytes", ("BLOB",)),
    ("float", ("REAL", "FLOA", "DOUB", "NUM", "DEC")),
)
"""The types of values, each with the words in declared column types that stand for it."""


def schema_of(subject: ModuleType, others: Iterable[ModuleType], sources: Sources) -> dict[str, Any] | None:
    """Find the `steps` that create tables, and these `tables`; None if no SQL creates any.

    A step is a function of the project that takes a connection, one that is called within a context of an
    application, or a name that holds SQL. There are no steps where methods of the subject create its tables
    for themselves.
    """
    steps: list[dict[str, str]] = []
    texts: dict[str, None] = {}
    held = {module: _held_by(module) for module in (subject, *others)}
    for module, scripts in held.items():
        tree = sources.tree(module.__name__)
        for node in tree.body if tree is not None else ():
            if isinstance(node, ast.FunctionDef) and (found := _made_by(node, scripts)):
                steps.append({"kind": "call", "path": f"{module.__name__}:{node.name}"})
                texts.update(dict.fromkeys(found))
            elif isinstance(node, ast.FunctionDef) and (text := _read_by(node, module)):
                steps.append({"kind": "context", "path": f"{module.__name__}:{node.name}"})
                texts[text] = None
    for module, scripts in held.items():
        for name, text in scripts.items():
            if text not in texts and not name.startswith("_"):
                steps.append({"kind": "script", "path": f"{module.__name__}:{name}"})
                texts[text] = None
    tables = _tables_of(texts) if steps else []
    if tables:
        return {"steps": steps, "tables": tables}
    return {"steps": [], "tables": []} if _makes_for_itself(sources.tree(subject.__name__)) else None


def literals_in_queries(trees: Iterable[ast.AST]) -> Iterator[str | int]:
    """Yield the numbers and strings that SQL in the source compares columns with."""
    texts = (node.value for tree in trees for node in nodes_of(tree) if isinstance(node, ast.Constant))
    for text in texts:
        if isinstance(text, str) and QUERIES.search(text):
            for found in _LITERAL.finditer(text):
                yield _value(found)


def creates_tables(value: Any) -> bool:
    """Check whether a value is SQL that creates tables."""
    return type(value) is str and CREATES.search(value) is not None


def _held_by(module: ModuleType) -> dict[str, str]:
    """Collect the names of a module that hold SQL which creates tables."""
    return {name: value for name, value in list(vars(module).items()) if creates_tables(value)}


def _makes_for_itself(tree: ast.Module | None) -> bool:
    """Check whether a module contains SQL that creates tables."""
    nodes = nodes_of(tree) if tree is not None else ()
    return any(isinstance(node, ast.Constant) and creates_tables(node.value) for node in nodes)


def _made_by(node: ast.FunctionDef, held: Mapping[str, str]) -> list[str]:
    """List the SQL by which a public function creates tables through the only argument that it requires."""
    arguments = [*node.args.posonlyargs, *node.args.args]
    is_needed_alone = len(arguments) - len(node.args.defaults) == 1
    if node.name.startswith("_") or not is_needed_alone or not _asks(node, arguments[0].arg):
        return []
    constants = (part.value for part in nodes_of(node) if isinstance(part, ast.Constant))
    return [
        *map(str, filter(creates_tables, constants)),
        *(held[name] for name in sorted(held.keys() & _names_in(node))),
    ]


def _read_by(node: ast.FunctionDef, module: ModuleType) -> str:
    """Read the SQL of the file beside a module that a public function without arguments executes, if any."""
    arguments = [*node.args.posonlyargs, *node.args.args]
    is_asked = len(arguments) > len(node.args.defaults) or node.args.kwonlyargs
    parts = nodes_of(node)
    executes = any(isinstance(part, ast.Attribute) and part.attr == SCRIPT for part in parts)
    is_called = is_function(vars(module).get(node.name))  # unlike a command, which ends the process
    if is_asked or node.name.startswith("_") or not executes or not is_called:
        return ""
    folder = os.path.dirname(str(vars(module).get("__file__")))
    texts = (str(part.value) for part in parts if isinstance(part, ast.Constant))
    for name in (text for text in texts if text.endswith(SUFFIX)):
        try:
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                text = file.read(LONGEST)
        except (OSError, ValueError):
            continue
        if creates_tables(text):
            return text
    return ""


def _asks(node: ast.FunctionDef, name: str) -> bool:
    """Check whether a function executes something by the object that it is given."""
    asked = (part for part in nodes_of(node) if isinstance(part, ast.Attribute) and part.attr in OFFERED)
    return any(isinstance(part.value, ast.Name) and part.value.id == name for part in asked)


def _names_in(node: ast.AST) -> set[str]:
    return {part.id for part in nodes_of(node) if isinstance(part, ast.Name)}


def _tables_of(texts: Iterable[str]) -> list[dict[str, Any]]:
    import sqlite3

    with closing(sqlite3.connect(":memory:")) as connection:
        connection.set_authorizer(lambda action, *_: int(action == _ATTACH))
        for text in texts:
            try:
                connection.executescript(text)
            except sqlite3.Error:
                continue  # it depends on something outside this text
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid")
        found = [str(name) for (name,) in names.fetchall()]
        plain = [name for name in found if name.isidentifier() and not name.startswith("sqlite_")]
        return [{"name": name, "columns": _columns_of(name, connection)} for name in plain]


def _columns_of(table: str, connection: Any) -> list[dict[str, Any]]:
    """Describe the columns of a table: which are required, refer to other tables, or list their `values`."""
    declared_by = "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?"
    listed = dict(_listed(str(connection.execute(declared_by, (table,)).fetchone()[0])))
    others = {row[3]: row[2] for row in connection.execute(f'PRAGMA foreign_key_list("{table}")')}
    rows = connection.execute(f'PRAGMA table_info("{table}")').fetchall()
    keys = [row for row in rows if row[5]]
    return [
        {
            "name": name,
            "type": _type_of(declared),
            "is_required": (bool(needed) and default is None) or (bool(key) and not _is_counted(keys)),
            "refers": others.get(name, ""),
            "is_key": bool(key),
            "values": listed.get(name, []),
        }
        for _, name, declared, needed, default, key in rows
    ]


def _listed(sql: str) -> Iterator[tuple[str, list[str | int]]]:
    """Yield the columns for which a constraint lists all values, with these."""
    for name, values in _LISTED.findall(sql):
        yield name, [_value(found) for found in _LITERAL.finditer(values)]


def _value(found: re.Match[str]) -> str | int:
    return int(found[2]) if found[2] else found[1].replace("''", "'")


def _is_counted(keys: list[Any]) -> bool:
    """Check whether SQLite numbers the rows of a table itself."""
    return len(keys) == 1 and str(keys[0][2]).upper() == "INTEGER"


def _type_of(declared: str) -> str:
    said = declared.upper()
    return next((kind for kind, parts in _AFFINITIES if any(part in said for part in parts)), "str")
