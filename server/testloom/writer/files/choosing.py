"""Some of the tests that were rendered, put into the file as it is now."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from testloom.model.subject import Subject
from testloom.model.texts.lines import split_lines
from testloom.model.texts.trees import tree_of
from testloom.writer.files.document import (
    Document,
    FunctionNode,
    function_named,
    functions_of,
    source_of,
    span_of,
    text_of,
)
from testloom.writer.files.formatting import formatted
from testloom.writer.files.merging import Addition, placed_among
from testloom.writer.imports.bindings import Import
from testloom.writer.imports.grouping import import_block
from testloom.writer.imports.importing import with_imports
from testloom.writer.project.style import ProjectStyle


def with_chosen(
    existing: str | None, complete: str, chosen: Collection[str], subject: Subject, style: ProjectStyle
) -> str:
    """The text of a test file with the functions of these names from its `complete` text.

    They get the imports and helper functions that they need, and the place that they have in `complete` among
    its functions and classes. A function that the file has under the same name is replaced.

    Raises:
        OutputError: if the existing file is no Python that can be parsed.
    """
    tree = tree_of(complete)
    whole = Document.parse(complete)
    wanted = _with_what_they_need(chosen, {node.name: node for node in functions_of(tree)})
    nodes = [node for node in functions_of(tree) if node.name in wanted]
    imports = list(_needed(whole, nodes))
    sources = {node.name: source_of(complete, node) for node in nodes}
    if not existing or not existing.strip():
        docstring = ast.get_docstring(tree)
        head = [f'"""{docstring}"""'] if docstring else []
        return formatted(
            "\n\n".join([*head, import_block(imports, subject, style), *sources.values()]), style
        )
    document = Document.parse(existing)
    named = (node for node in tree.body if isinstance(node, FunctionNode | ast.ClassDef))
    ranks = {node.name: rank for rank, node in enumerate(named, 1)}
    added = [
        Addition(source, ranks[name]) for name, source in sources.items() if name not in document.functions
    ]
    renewed = {name: sources[name] for name in sources if name in document.functions and name in chosen}
    if renewed:
        document = Document.parse(_renewed(existing, document, renewed))
    missing = [entry for entry in imports if not document.imports(entry)]
    if not added:
        return text_of(with_imports(document.module, missing, subject, style))
    return placed_among(document, missing, added, ranks, subject, style)


def _with_what_they_need(names: Collection[str], functions: Mapping[str, ast.AST]) -> frozenset[str]:
    """The names of functions with those of the functions that they call and of the fixtures they ask for."""
    found: frozenset[str] = frozenset()
    pending = frozenset(names) & functions.keys()
    while pending:
        found |= pending
        mentioned = frozenset[str]().union(*(_names_in(functions[name]) for name in pending))
        pending = (mentioned & functions.keys()) - found
    return found


def _names_in(function: ast.AST) -> frozenset[str]:
    """The names that a function mentions, and those of its parameters."""
    nodes = list(ast.walk(function))
    names = (node.id for node in nodes if isinstance(node, ast.Name))
    return frozenset(names) | frozenset(node.arg for node in nodes if isinstance(node, ast.arg))


def restyled(before: str, after: str, name: str, style: ProjectStyle) -> str:
    """The text after an edit of a function, laid out as the project does if the function was before."""
    one, other = function_source(before, name), function_source(after, name)
    if not one or "::" in name or formatted(one, style) != one or after.count(other) != 1:
        return after
    return after.replace(other, formatted(other, style))


def function_source(text: str, name: str) -> str:
    """The source of a function as pytest names it in a file; "" if there is none of that name.

    Raises:
        SyntaxError: if the text is no Python.
    """
    node = function_named(tree_of(text), name)
    return "" if node is None else source_of(text, node)


def function_span(text: str, name: str) -> tuple[int, int]:
    """The lines (from 0) of a function as pytest names it, as a slice; nothing if there is none of that name.

    Raises:
        SyntaxError: if the text is no Python.
    """
    node = function_named(tree_of(text), name)
    return (0, 0) if node is None else span_of(node)


def _needed(whole: Document, nodes: Collection[FunctionNode]) -> Iterator[Import]:
    """The imports of the file whose names the functions mention."""
    mentioned = {node.id for function in nodes for node in ast.walk(function) if isinstance(node, ast.Name)}
    for (module, name), local in whole.bindings.imported.items():
        if local in mentioned:
            yield Import(module, name, None if local == name else local)
    for module, local in whole.bindings.modules.items():
        if local.partition(".")[0] in mentioned:
            yield Import(module, None, None if local == module else local)


def _renewed(text: str, document: Document, sources: dict[str, str]) -> str:
    """The text with functions replaced, the last first so that lines stay what they are."""
    lines = split_lines(text)
    for name in sorted(sources, key=lambda name: -document.functions[name].lineno):
        first, last = span_of(document.functions[name])
        lines[first:last] = [sources[name]]
    return "".join(lines)
