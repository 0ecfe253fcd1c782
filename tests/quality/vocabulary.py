"""Print the names of parameters that packages with annotations agree upon, by the type that they have there.

python -m tests.quality.vocabulary FOLDER …

A folder holds packages, as `site-packages` and the stubs of typeshed do; a package in several folders counts
once. `testloom.search.providers.inputs.types.vocabulary` has most of these names.
"""

from __future__ import annotations

import argparse
import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

LEAST_PACKAGES = 6
LEAST_SHARE, MOST_OTHERS = 0.75, 0.34
"""The least share of packages with the type, and the most packages with the next one in relation to these."""
KINDS = {
    kind: name
    for name, *kinds in map(
        str.split,
        (
            "str str Text StrPath PathLike Path FilePath StrOrBytesPath Literal",
            "bytes bytes bytearray ReadableBuffer",
            "int int SupportsIndex ConvertibleToInt",
            "float float",
            "bool bool",
            "list list List Sequence Iterable Iterator Collection tuple Tuple set Set frozenset",
            "dict dict Dict Mapping MutableMapping",
            "callable Callable",
            "type type Type",
        ),
    )
    for kind in kinds
}
OPEN = ("Any", "object", "None")
WRAPPING = ("Optional", "Annotated", "Union")


def kinds_in(annotation: ast.expr) -> Iterator[str]:
    """Yield the names of the types that an annotation admits; `other` for any that is not known."""
    match annotation:
        case ast.Constant(value=str(text)):
            try:
                yield from kinds_in(ast.parse(text, mode="eval").body)
            except SyntaxError:
                return
        case ast.BinOp(left=left, right=right):
            yield from kinds_in(left)
            yield from kinds_in(right)
        case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name), slice=inner) if (
            name in WRAPPING
        ):
            parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            for part in parts[:1] if name == "Annotated" else parts:
                yield from kinds_in(part)
        case ast.Subscript(value=whole):
            yield from kinds_in(whole)
        case ast.Name(id=name) | ast.Attribute(attr=name) if name not in OPEN:
            yield KINDS.get(name, "other")


def modules_in(folders: list[Path]) -> Iterator[tuple[str, ast.Module]]:
    """Yield each module with the name of its package, once where several folders have it."""
    seen: set[Path] = set()
    for folder in folders:
        for file in sorted([*folder.rglob("*.py"), *folder.rglob("*.pyi")]):
            place = file.relative_to(folder)
            if place in seen or not {"test", "tests"}.isdisjoint(place.parts):
                continue
            seen.add(place)
            try:
                yield place.parts[0].removesuffix(file.suffix), ast.parse(file.read_bytes())
            except (SyntaxError, ValueError):
                continue


def annotated(tree: ast.Module) -> Iterator[tuple[str, set[str]]]:
    """Yield the parameters with an informative annotation, by their plain names, with its types."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            given = node.args
            for parameter in (*given.posonlyargs, *given.args, *given.kwonlyargs):
                if parameter.annotation is not None and (kinds := set(kinds_in(parameter.annotation))):
                    yield parameter.arg.strip("_").lower(), kinds


def agreed(packages: dict[str, dict[str, set[str]]]) -> Iterator[tuple[str, str]]:
    """Yield the names with the type that most packages give them, if these are enough."""
    for name, by_package in packages.items():
        counted = Counter(kind for kinds in by_package.values() for kind in kinds)
        (kind, most), *others = [*counted.most_common(2)]
        is_clear = most >= LEAST_SHARE * len(by_package) and all(n <= MOST_OTHERS * most for _, n in others)
        if len(by_package) >= LEAST_PACKAGES and is_clear and kind != "other":
            yield kind, name


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    packages: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    modules = Counter[str]()
    for package, tree in modules_in(parser.parse_args().folders):
        modules[package] += 1
        for name, kinds in annotated(tree):
            packages[name][package] |= kinds
    print(f"{modules.total():,} modules of {len(modules)} packages")
    found: dict[str, list[str]] = defaultdict(list)
    for kind, name in agreed(packages):
        found[kind].append(name)
    for kind, names in sorted(found.items()):
        print(kind, *sorted(names))


if __name__ == "__main__":
    main()
