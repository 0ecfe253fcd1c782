"""Removal of imports from an existing file."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import libcst as cst


def without_imports(module: cst.Module, names: Collection[str]) -> cst.Module:
    """Remove the bindings of some names from the imports at the top of a module."""
    return cst.ensure_type(module.visit(_Unimporting(names)), cst.Module)


class _Unimporting(cst.CSTTransformer):
    """Removes the bindings of some names from the imports at the top of a module."""

    def __init__(self, names: Collection[str]) -> None:
        super().__init__()
        self._names = names

    def visit_FunctionDef(self, node: cst.FunctionDef) -> bool:
        return False

    def visit_ClassDef(self, node: cst.ClassDef) -> bool:
        return False

    def leave_Import(
        self, original_node: cst.Import, updated_node: cst.Import
    ) -> cst.Import | cst.RemovalSentinel:
        names = self._left(updated_node.names)
        return updated_node.with_changes(names=names) if names else cst.RemoveFromParent()

    def leave_ImportFrom(
        self, original_node: cst.ImportFrom, updated_node: cst.ImportFrom
    ) -> cst.ImportFrom | cst.RemovalSentinel:
        if isinstance(updated_node.names, cst.ImportStar):
            return updated_node
        names = self._left(updated_node.names)
        return updated_node.with_changes(names=names) if names else cst.RemoveFromParent()

    def _left(self, aliases: Sequence[cst.ImportAlias]) -> list[cst.ImportAlias]:
        """The aliases that stay; a trailing comma is kept if the import had one."""
        left = [alias for alias in aliases if _bound(alias) not in self._names]
        if left and len(left) < len(aliases):
            left[-1] = left[-1].with_changes(comma=aliases[-1].comma)
        return left


def _bound(alias: cst.ImportAlias) -> str:
    """The name that an alias binds."""
    return alias.evaluated_alias or alias.evaluated_name.partition(".")[0]
