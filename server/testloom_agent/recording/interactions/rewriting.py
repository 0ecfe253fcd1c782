"""Rewrites functions so that a listener observes their interactions with other objects.

The rewritten code does the same, in the same order: `a.b(c)` becomes `LISTENER.method(a, "b", …)(c)`, `f(c)`
becomes `LISTENER.function(f, …)(c)`. Reading an attribute or an item, iterating, and entering a context
manager go through `LISTENER`, too. The listener is a constant of the compiled code: nothing is added to the
module.
"""

from __future__ import annotations

import ast
from types import CodeType
from typing import Any, TypeVar

from testloom_agent.trees import quiet

_Function = TypeVar("_Function", ast.FunctionDef, ast.AsyncFunctionDef)
LISTENER = "testloom: what listens"
LOOKING_AT_FRAMES = frozenset({"super", "locals", "vars", "dir", "eval", "exec", "globals", "__import__"})
"""Built-in functions that depend on the frame that calls them."""


def rewritten(
    source: bytes, file: str, module: str, flags: int, listener: object
) -> dict[tuple[int, str], CodeType]:
    """Compile the rewritten code of all functions of a module, by first line and name.

    Functions that share both are left out.
    """
    with quiet():
        tree = ast.fix_missing_locations(_Functions(module).visit(ast.parse(source, file)))
        whole: CodeType = compile(tree, file, "exec", flags, dont_inherit=True)
    found: dict[tuple[int, str], CodeType | None] = {}
    for code in _functions(_with_listener(whole, listener)):
        key = code.co_firstlineno, code.co_name
        found[key] = None if key in found else code
    return {key: code for key, code in found.items() if code is not None}


def _with_listener(code: CodeType, listener: object) -> CodeType:
    """Replace the listener's stand-in in the code, and in all nested code, by the listener."""
    constants: list[Any] = []
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            constants.append(_with_listener(constant, listener))
        else:
            constants.append(listener if constant == LISTENER else constant)
    return code.replace(co_consts=tuple(constants))


def _functions(code: CodeType) -> list[CodeType]:
    nested = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return [*nested, *(inner for outer in nested for inner in _functions(outer))]


class _Functions(ast.NodeTransformer):
    """Rewrites the bodies of functions, but not the code that runs when the module is imported."""

    def __init__(self, module: str) -> None:
        self._module = module

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return _body_rewritten(node, self._module, frozenset())

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AsyncFunctionDef:
        return _body_rewritten(node, self._module, frozenset())


class _Asking(ast.NodeTransformer):
    """Makes a listener observe the interactions of a function; names in `local` are not global."""

    def __init__(self, module: str, local: frozenset[str]) -> None:
        self._module = module
        self._local = local

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return _body_rewritten(node, self._module, self._local)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AsyncFunctionDef:
        return _body_rewritten(node, self._module, self._local)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.body = [_Functions(self._module).visit(entry) for entry in node.body]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_match_case(self, node: Any) -> Any:
        node.guard = None if node.guard is None else self.visit(node.guard)
        node.body = [self.visit(entry) for entry in node.body]
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        called = node.func
        if isinstance(called, ast.Name) and called.id in LOOKING_AT_FRAMES:
            return self.generic_visit(node)
        where = ast.Constant(self._global_name(called))
        if isinstance(called, ast.Attribute) and not _is_mangled(called.attr):
            asked = _ask("method", called, self._owner(called.value), ast.Constant(called.attr), where)
        else:
            asked = _ask("function", called, self.visit(called), where)
        node.args = [self.visit(argument) for argument in node.args]
        node.keywords = [self.visit(keyword) for keyword in node.keywords]
        node.func = asked
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.Expr:
        """A call whose result nobody takes is an order."""
        called = node.value.value if isinstance(node.value, ast.Await) else node.value
        self.generic_visit(node)
        if isinstance(called, ast.Call) and isinstance(called.func, ast.Call):
            called.func.keywords = [ast.keyword("is_order", ast.Constant(True))]
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        owner = self._owner(node.value)
        if isinstance(node.ctx, ast.Load) and not _is_mangled(node.attr):
            return _ask("read", node, owner, ast.Constant(node.attr))
        node.value = owner
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        holder, key = self._owner(node.value), self.visit(node.slice)
        is_slice = any(isinstance(part, ast.Slice) for part in ast.walk(node.slice))
        if isinstance(node.ctx, ast.Load) and not is_slice:
            return _ask("item", node, holder, key)
        node.value, node.slice = holder, key
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        node.iter = _ask("items", node.iter, node.iter)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        self.generic_visit(node)
        if any(isinstance(target, (ast.Tuple, ast.List)) for target in node.targets):
            node.value = _ask("items", node.value, node.value)
        return node

    def visit_Starred(self, node: ast.Starred) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            node.value = _ask("items", node.value, node.value)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        if not node.is_async:
            node.iter = _ask("items", node.iter, node.iter)
        return node

    def visit_With(self, node: ast.With) -> ast.AST:
        return self._with(node)

    def visit_AsyncWith(self, node: ast.AsyncWith) -> ast.AST:
        return self._with(node)

    def _with(self, node: ast.With | ast.AsyncWith) -> ast.AST:
        self.generic_visit(node)
        for item in node.items:
            item.context_expr = _ask("manager", item.context_expr, item.context_expr)
        return node

    def _owner(self, node: ast.expr) -> ast.expr:
        """Rewrite the object that is asked for something: if a module holds it, it may be a proxy."""
        place = self._global_name(node)
        owner: ast.expr = self.visit(node)
        return owner if place is None else _ask("shown", node, owner, ast.Constant(place))

    def _global_name(self, node: ast.expr) -> str | None:
        """Return where a module's global is looked up, `module:dotted.name`; None for anything else."""
        names: list[str] = []
        while isinstance(node, ast.Attribute):
            names.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name) or node.id in self._local:
            return None
        return f"{self._module}:{'.'.join([node.id, *reversed(names)])}"


def _body_rewritten(node: _Function, module: str, local: frozenset[str]) -> _Function:
    asking = _Asking(module, local | _bound_in(node))
    node.body = [asking.visit(entry) for entry in node.body]
    return node


def _bound_in(node: ast.AST) -> frozenset[str]:
    """Collect the names that a function binds, including those of inner functions."""
    names = {entry.arg for entry in ast.walk(node) if isinstance(entry, ast.arg)}
    for entry in ast.walk(node):
        if isinstance(entry, ast.Name) and not isinstance(entry.ctx, ast.Load):
            names.add(entry.id)
        elif isinstance(entry, ast.alias):
            names.add((entry.asname or entry.name).partition(".")[0])
    return frozenset(names)


def _is_mangled(name: str) -> bool:
    return name.startswith("__") and not name.endswith("__")


def _ask(what: str, place: ast.expr, *arguments: ast.expr) -> ast.expr:
    """Create a call of one of the listener's methods."""
    method = ast.Attribute(ast.Constant(LISTENER), what, ast.Load())
    return ast.copy_location(ast.Call(method, list(arguments), []), place)
