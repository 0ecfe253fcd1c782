"""Adding chosen tests among the rendered ones to the current file."""

from __future__ import annotations

import ast
import symtable
from collections.abc import Collection, Iterator, Mapping
from itertools import count
from pathlib import Path

from testloom.model.subject import Subject
from testloom.model.texts.lines import split_lines
from testloom.model.texts.trees import tree_of
from testloom.writer.files.document import (
    Document,
    FunctionNode,
    bindings_of,
    fingerprint,
    fingerprint_of,
    function_named,
    functions_of,
    source_of,
    sources_of,
    span_of,
    text_of,
)
from testloom.writer.files.formatting import formatted
from testloom.writer.imports.bindings import Bindings, Import
from testloom.writer.imports.grouping import import_block
from testloom.writer.project.style import ProjectStyle
from testloom.writer.syntax.renaming import with_names
from testloom.writer.syntax.rows import columns_of


def with_chosen(
    existing: str | None,
    complete: str,
    chosen: Collection[str],
    subject: Subject,
    style: ProjectStyle,
    path: Path | None = None,
) -> str:
    """Put the chosen functions of the `complete` text into the existing text of a test file.

    They get the imports and helper functions that they need, and the place that they have in `complete`
    among its functions and classes. A function that the file has under the same name is replaced; but
    helpers are renamed where the file has something else of their name. `path` is for errors.

    Raises:
        OutputError: if the existing file is not valid Python that can be parsed.
    """
    tree = tree_of(complete)
    functions = sources_of(complete, functions_of(tree))
    wanted = _with_what_they_need(chosen, functions)
    sources = {name: source for name, source in functions.items() if name in wanted}
    imports = list(_needed(bindings_of(tree), sources.values()))
    if not existing or not existing.strip():
        docstring = ast.get_docstring(tree)
        head = [f'"""{docstring}"""'] if docstring else []
        return formatted(
            "\n\n".join([*head, import_block(imports, subject, style), *sources.values()]), style
        )
    from testloom.writer.files.merging import Addition, placed_among  # these load libcst
    from testloom.writer.imports.importing import with_imports

    document = Document.parse(existing, path)
    named = (node for node in tree.body if isinstance(node, FunctionNode | ast.ClassDef))
    ranks = {node.name: rank for rank, node in enumerate(named, 1)}
    others = _other_names(sources, chosen, document)
    ranks |= {new: ranks[old] for old, new in others.items()}
    sources = {others.get(name, name): _renamed(source, others) for name, source in sources.items()}
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


def _with_what_they_need(names: Collection[str], functions: Mapping[str, str]) -> frozenset[str]:
    """The names of functions and, transitively, of the functions and fixtures that these use."""
    found: frozenset[str] = frozenset()
    pending = frozenset(names) & functions.keys()
    while pending:
        found |= pending
        mentioned = frozenset[str]().union(*(_names_in(functions[name]) for name in pending))
        pending = (mentioned & functions.keys()) - found
    return found


def _names_in(source: str) -> frozenset[str]:
    """The names that a function looks up in its module, and the fixtures that it requests."""
    functions = list(functions_of(tree_of(source)))
    parameters = {argument.arg for node in functions for argument in node.args.args}
    columns = {name for node in functions for table in node.decorator_list for name in _columns(table)}
    return frozenset(
        (parameters - columns).union(*_from_elsewhere(symtable.symtable(source, "test", "exec")))
    )


def _columns(decorator: ast.expr) -> list[str]:
    match decorator:
        case ast.Call(func=ast.Attribute(attr="parametrize"), args=[names, *_]):
            return columns_of(names)
    return []


def _from_elsewhere(table: symtable.SymbolTable) -> Iterator[set[str]]:
    """For each scope, the names that it looks up in the module; for the module itself, all its names."""
    is_top = table.get_type() == "module"
    yield {symbol.get_name() for symbol in table.get_symbols() if symbol.is_global() or is_top}
    for inner in table.get_children():
        yield from _from_elsewhere(inner)


def _other_names(sources: Mapping[str, str], chosen: Collection[str], document: Document) -> dict[str, str]:
    """New names, by old ones, for functions whose names the file uses for something else.

    A function that the file has under another name gets that name.
    """
    bound, names = document.bindings.names, dict[str, str]()
    while True:
        before = dict(names)
        for name in sources:
            source, there = _renamed(sources[name], names), document.functions.get(name)
            is_there = there is not None and fingerprint_of(there) == fingerprint(source)
            if name in chosen or name not in bound or is_there:
                continue
            if same := document.name_of(source):
                names[name] = same
            elif names.get(name, name) in bound:
                free = (f"{name}_{number}" for number in count(2))
                names[name] = next(other for other in free if other not in (*bound, *sources))
        if names == before:
            return names


def _renamed(source: str, names: Mapping[str, str]) -> str:
    """The function with the names that it needs replaced; the columns of its table keep theirs."""
    needed = _names_in(source)
    return with_names(source, {old: new for old, new in names.items() if old in needed})


def restyled(before: str, after: str, name: str, style: ProjectStyle) -> str:
    """Format an edited function as the project does, if it was formatted so before the edit."""
    one, other = function_source(before, name), function_source(after, name)
    if not one or "::" in name or formatted(one, style) != one or after.count(other) != 1:
        return after
    return after.replace(other, formatted(other, style))


def function_source(text: str, name: str) -> str:
    """Find the source of a function as pytest names it in a file; "" if there is none of that name.

    Raises:
        SyntaxError: if the text is not valid Python.
    """
    node = function_named(tree_of(text), name)
    return "" if node is None else source_of(text, node)


def function_span(text: str, name: str) -> tuple[int, int]:
    """Find the lines (from 0) of a function as pytest names it, as a slice.

    It is empty if there is no function of that name.

    Raises:
        SyntaxError: if the text is not valid Python.
    """
    node = function_named(tree_of(text), name)
    return (0, 0) if node is None else span_of(node)


def _needed(whole: Bindings, sources: Collection[str]) -> Iterator[Import]:
    """The imports of the file whose names the functions mention."""
    mentioned = frozenset[str]().union(*map(_names_in, sources))
    for (module, name), local in whole.imported.items():
        if local in mentioned:
            yield Import(module, name, None if local == name else local)
    for module, local in whole.modules.items():
        if local.partition(".")[0] in mentioned:
            yield Import(module, None, None if local == module else local)


def _renewed(text: str, document: Document, sources: dict[str, str]) -> str:
    """The text with functions replaced, from the last to the first so that line numbers stay valid."""
    lines = split_lines(text)
    for name in sorted(sources, key=lambda name: -document.functions[name].lineno):
        first, last = span_of(document.functions[name])
        lines[first:last] = [sources[name]]
    return "".join(lines)
