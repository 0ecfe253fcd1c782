"""Rewrites conditions so that the operands of their comparisons are kept.

In a function `a < b` becomes `(_tl_a((k, a, b, (_tl_v := a < b))) or _tl_v)`, where `_tl_a` appends to a
bounded deque: no Python function is called. Operands that are not plain names go through names of their
own, so that everything is evaluated once and in the order of the source. Where an assignment expression
is not allowed, or would be seen by the program, a function is called instead.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import cast

from testloom_agent.instrumentation import names
from testloom_agent.instrumentation.model import (
    Combination,
    Leaf,
    Negation,
    Plan,
    PredicateInfo,
    Quantification,
    Tree,
)
from testloom_agent.instrumentation.rewriting.fallible import constant_truth, is_type_checking

COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
}
_AFFIXES = ("startswith", "endswith")
_CHARACTER_TESTS = frozenset(
    {
        "isalnum",
        "isalpha",
        "isascii",
        "isdecimal",
        "isdigit",
        "isidentifier",
        "islower",
        "isnumeric",
        "isprintable",
        "isspace",
        "isupper",
    }
)
_TYPE_TESTS = ("isinstance", "hasattr")
_QUANTIFIERS = ("all", "any")
_MATCHES = ("match", "fullmatch", "search")
MATCHES = "matches"
_NAMESPACE_READERS = frozenset({"locals", "vars", "eval", "exec", "dir"})
_CALM = (
    ast.Constant,
    ast.Name,
    ast.Attribute,
    ast.Subscript,
    ast.UnaryOp,
    ast.BinOp,
    ast.operator,
    ast.unaryop,
)
_CALM_EXTRA = (ast.expr_context, ast.Slice, ast.Tuple)


def reads_namespace(node: ast.AST) -> bool:
    """Check whether code might read its local names as a mapping, and so see those of probes."""
    return any(isinstance(part, ast.Name) and part.id in _NAMESPACE_READERS for part in ast.walk(node))


class ConditionRewriter(ast.NodeTransformer):
    """Rewrites the conditions inside expressions of one module.

    `code` and `probe` are the location of the expression; the caller keeps them up to date.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._quantifiers: Collection[str] = _QUANTIFIERS
        self.code = ""
        self.probe = 0
        self.may_assign = False
        self._depth = 0
        self._generators = 0
        self._comprehensions = 0

    def enter_module(self, tree: ast.Module) -> None:
        """Take `all` and `any` for the builtin functions unless the module may give these names to others."""
        given = set(_names_given(tree))
        self._quantifiers = () if "*" in given else [name for name in _QUANTIFIERS if name not in given]

    @contextmanager
    def scope(self, code: str, may_assign: bool) -> Iterator[None]:
        """Rewrite expressions of another function or class body."""
        before = (self.code, self.probe, self.may_assign, self._depth, self._generators, self._comprehensions)
        self.code, self.may_assign = code, may_assign
        self._depth = self._generators = self._comprehensions = 0
        yield
        self.code, self.probe, self.may_assign, self._depth, self._generators, self._comprehensions = before

    def expression(self, node: ast.expr) -> ast.expr:
        """Rewrite the conditions that an expression contains."""
        return cast(ast.expr, self.visit(node))

    def condition(self, test: ast.expr) -> tuple[ast.expr, PredicateInfo]:
        """Rewrite a condition of which only the truth matters, and everything inside it."""
        whole = self._predicate(test)
        rewritten, whole.tree = self._tree(test, whole)
        return rewritten, whole

    def _predicate(self, node: ast.expr) -> PredicateInfo:
        return self._plan.add_predicate(node, self.code, self._plan.text(node), self.probe)

    def _tree(self, node: ast.expr, known: PredicateInfo | None) -> tuple[ast.expr, Tree]:
        """Rewrite a condition; `known` is the predicate if the condition as a whole already has one."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            node.operand, part = self._tree(node.operand, known)
            return node, Negation(part)
        if isinstance(node, ast.BoolOp):
            parts = []
            for place, value in enumerate(node.values):
                node.values[place], part = self._tree(value, None)
                parts.append(part)
            return node, Combination(isinstance(node.op, ast.And), tuple(parts))
        if isinstance(node, ast.Compare) and len(node.ops) > 1 and self._can_split(node):
            return self._chain(node)
        own = known or self._predicate(node)
        rewritten, own.tree = self._leaf(node, own.index)
        return rewritten, own.tree

    def _can_split(self, node: ast.Compare) -> bool:
        between = node.comparators[:-1]
        return all(map(_is_plain, between)) or self._assigns(node.left, *node.comparators)

    def _chain(self, node: ast.Compare) -> tuple[ast.expr, Tree]:
        """Rewrite `a < b < c` as `a < b and b < c`, with `b` evaluated once."""
        operands = (node.left, *node.comparators)
        pairs = zip(node.ops, operands[:-1], operands[1:], strict=True)
        texts = [ast.unparse(ast.Compare(left, [op], [right])) for op, left, right in pairs]
        links: list[ast.expr] = []
        parts: list[Tree] = []
        left = node.left
        for op, right, text in zip(node.ops, node.comparators, texts, strict=True):
            own = self._plan.add_predicate(node, self.code, text, self.probe)
            kept, again = (right, right) if op is node.ops[-1] else self._kept(right, "c", own.index)
            link, own.tree = self._leaf(names.placed(ast.Compare(left, [op], [kept]), node), own.index)
            links.append(link)
            parts.append(own.tree)
            left = again
        return names.placed(ast.BoolOp(ast.And(), links), node), Combination(True, tuple(parts))

    def _leaf(self, node: ast.expr, predicate: int) -> tuple[ast.expr, Tree]:
        self._depth += 1
        try:
            if isinstance(node, ast.Compare) and len(node.ops) == 1:
                return self._comparison(node, predicate)
            if isinstance(node, ast.Call) and _is_affix_test(node):
                return self._affix_test(node, predicate)
            if isinstance(node, ast.Call) and _is_type_test(node):
                return self._type_test(node, predicate)
            if isinstance(node, ast.Call) and self._is_quantified(node):
                return self._quantified(node, predicate)
            searched = _searched(node)
            if searched is not None and self._assigns(node):
                return self._match(node, *searched, predicate)
            return self._truth(node, predicate)
        finally:
            self._depth -= 1

    def _comparison(self, node: ast.Compare, predicate: int) -> tuple[ast.expr, Tree]:
        op = COMPARISONS[type(node.ops[0])]
        left, right = self.expression(node.left), self.expression(node.comparators[0])
        tree = Leaf(predicate, op)
        if not self._assigns(left, right):
            measured = names.call(names.MEASURE, ast.Constant(predicate), ast.Constant(op), left, right)
            return names.placed(measured, node), tree
        kept_left, again_left = self._kept(left, "l", predicate, plain=_is_plain(right))
        kept_right, again_right = self._kept(right, "r", predicate)
        outcome = names.placed(ast.Compare(again_left, node.ops, [again_right]), node)
        return self._recorded(node, predicate, kept_left, kept_right, outcome), tree

    def _affix_test(self, node: ast.Call, predicate: int) -> tuple[ast.expr, Tree]:
        function = cast(ast.Attribute, node.func)
        function.value = receiver = self.expression(function.value)
        if not self._assigns(receiver):
            return self._measured_truth(node, predicate), Leaf(predicate, "truth")
        kept, again = self._kept(receiver, "l", predicate)
        method = names.placed(ast.Attribute(again, function.attr, ast.Load()), function)
        if all(isinstance(argument, ast.Constant) for argument in node.args):
            kept_other = _copy(node.args[0]) if node.args else ast.Constant(None)
            outcome: ast.expr = names.placed(ast.Call(method, node.args, []), node)
        else:
            kept_other, outcome = self._called(method, node, predicate)
        recorded = self._recorded(node, predicate, kept, kept_other, outcome)
        return recorded, Leaf(predicate, function.attr)

    def _called(self, method: ast.expr, node: ast.Call, predicate: int) -> tuple[ast.expr, ast.expr]:
        """Create expressions that evaluate the only argument of a call, and make it.

        A method that the receiver lacks is missed before the argument is evaluated, as in the source.
        """
        name = self._name("m", predicate)
        found = ast.NamedExpr(ast.Name(name, ast.Store()), method)
        kept, again = self._kept(node.args[0], "r", predicate)
        both = ast.Subscript(ast.Tuple([found, kept], ast.Load()), ast.Constant(1), ast.Load())
        return names.placed(both, node), names.placed(ast.Call(names.load(name), [again], []), node)

    def _type_test(self, node: ast.Call, predicate: int) -> tuple[ast.expr, Tree]:
        value, wanted = self.expression(node.args[0]), node.args[1]
        if not self._assigns(value):
            node.args[0] = value
            return self._measured_truth(node, predicate), Leaf(predicate, "truth")
        kept, again = self._kept(value, "l", predicate)
        kept_wanted, wanted_again = self._kept(wanted, "r", predicate)
        outcome = names.placed(ast.Call(node.func, [again, wanted_again], []), node)
        name = cast(ast.Name, node.func).id
        return self._recorded(node, predicate, kept, kept_wanted, outcome), Leaf(predicate, name)

    def _match(
        self, node: ast.expr, pattern: ast.expr, text: ast.expr, predicate: int
    ) -> tuple[ast.expr, Tree]:
        """Measure whether a regular expression matches: the text is kept, as it tells more than the match."""
        found = names.placed(ast.UnaryOp(ast.Not(), self.expression(node)), node)
        outcome = names.placed(ast.UnaryOp(ast.Not(), found), node)
        return self._recorded(node, predicate, _copy(text), _copy(pattern), outcome), Leaf(predicate, MATCHES)

    def _is_quantified(self, node: ast.Call) -> bool:
        """Check whether a call asks whether all, or any, items of a generator expression are true."""
        if not isinstance(node.func, ast.Name) or node.func.id not in self._quantifiers or node.keywords:
            return False
        items = node.args[0] if len(node.args) == 1 else None
        if not isinstance(items, ast.GeneratorExp) or constant_truth(items.elt) is not None:
            return False
        return not any(generator.is_async for generator in items.generators)

    def _quantified(self, node: ast.Call, predicate: int) -> tuple[ast.expr, Tree]:
        """Measure what is asked of each item, too: it says how far a call is from being true or false."""
        asked: list[Tree] = []

        def as_condition(element: ast.expr) -> ast.expr:
            rewritten, tree = self._tree(element, None)
            asked.append(tree)
            return rewritten

        self._generator(cast(ast.GeneratorExp, node.args[0]), as_condition)
        rewritten, whole = self._known_truth(node, node, predicate)
        return rewritten, Quantification(whole, asked[0])

    def _truth(self, node: ast.expr, predicate: int) -> tuple[ast.expr, Tree]:
        return self._known_truth(node, self.expression(node), predicate)

    def _known_truth(self, node: ast.expr, value: ast.expr, predicate: int) -> tuple[ast.expr, Leaf]:
        """Record the truth of a `value` that is rewritten already."""
        tree = Leaf(predicate, "truth")
        if not self._assigns(value):
            return self._measured_truth(value, predicate), tree
        kept, again = self._kept(value, "l", predicate)
        outcome = names.placed(ast.UnaryOp(ast.Not(), again), node)
        recorded = self._recorded(node, predicate, kept, ast.Constant(None), outcome)
        return names.placed(ast.UnaryOp(ast.Not(), recorded), node), tree

    def _measured_truth(self, value: ast.expr, predicate: int) -> ast.expr:
        measured = names.call(
            names.MEASURE, ast.Constant(predicate), ast.Constant("truth"), value, ast.Constant(None)
        )
        return names.placed(measured, value)

    def _kept(
        self, value: ast.expr, side: str, predicate: int, plain: bool = True
    ) -> tuple[ast.expr, ast.expr]:
        """Create expressions that evaluate an operand and read it again; `plain`: nothing runs in between."""
        if plain and _is_plain(value):
            return value, _copy(value)
        name = self._name(side, predicate)
        return ast.NamedExpr(ast.Name(name, ast.Store()), value), names.load(name)

    def _recorded(
        self, node: ast.expr, predicate: int, left: ast.expr, right: ast.expr, outcome: ast.expr
    ) -> ast.expr:
        name = self._name("v", predicate)
        kept = ast.NamedExpr(ast.Name(name, ast.Store()), outcome)
        record = ast.Tuple([ast.Constant(predicate), left, right, kept], ast.Load())
        return names.placed(ast.BoolOp(ast.Or(), [names.call(names.RECORD, record), names.load(name)]), node)

    def _name(self, side: str, predicate: int) -> str:
        """Return a local name: shared at the same depth, but not where generators may interleave."""
        if self._comprehensions:
            return f"{names.PREFIX}{side}p{predicate}"
        return f"{names.PREFIX}{side}{self._depth}"

    def _assigns(self, *operands: ast.expr) -> bool:
        return self.may_assign and (not self._generators or all(_is_calm(operand) for operand in operands))

    # What contains conditions.

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        """Rewrite a ternary: its test is a condition."""
        if constant_truth(node.test) is None and not is_type_checking(node.test):
            node.test, _ = self.condition(node.test)
        node.body, node.orelse = self.expression(node.body), self.expression(node.orelse)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        """Rewrite a lambda: its body runs in a scope of its own."""
        probe = self.probe
        may_assign = (self.may_assign or not self._forbidden) and not reads_namespace(node)
        with self.scope(self.code, may_assign):
            self.probe = probe
            node.body = self.expression(node.body)
        return node

    _forbidden = False

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        """Rewrite a list comprehension: its filters are conditions."""
        return self._comprehension(node, [("elt", node.elt)])

    def visit_SetComp(self, node: ast.SetComp) -> ast.expr:
        """Rewrite a set comprehension: its filters are conditions."""
        return self._comprehension(node, [("elt", node.elt)])

    def visit_DictComp(self, node: ast.DictComp) -> ast.expr:
        """Rewrite a dict comprehension: its filters are conditions."""
        return self._comprehension(node, [("key", node.key), ("value", node.value)])

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        """Rewrite a generator expression: its filters are conditions."""
        return self._generator(node, self.expression)

    def _generator(self, node: ast.GeneratorExp, rewrite: Callable[[ast.expr], ast.expr]) -> ast.expr:
        self._generators += 1
        rewritten = self._comprehension(node, [("elt", node.elt)], rewrite)
        self._generators -= 1
        return rewritten

    def _comprehension(
        self,
        node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp,
        parts: list[tuple[str, ast.expr]],
        rewrite: Callable[[ast.expr], ast.expr] | None = None,
    ) -> ast.expr:
        for generator in node.generators:
            generator.iter = self._iterable(generator.iter)
        self._comprehensions += 1
        for generator in node.generators:
            for place, test in enumerate(generator.ifs):
                if constant_truth(test) is None:
                    generator.ifs[place], _ = self.condition(test)
        for name, part in parts:
            setattr(node, name, (rewrite or self.expression)(part))
        self._comprehensions -= 1
        return node

    def _iterable(self, node: ast.expr) -> ast.expr:
        """Rewrite the iterable of a comprehension: nothing may be assigned there, not even in a lambda."""
        before = (self.may_assign, self._forbidden)
        self.may_assign, self._forbidden = False, True
        rewritten = self.expression(node)
        self.may_assign, self._forbidden = before
        return rewritten

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        """Leave an f-string as it is."""
        return node

    def visit_TemplateStr(self, node: ast.expr) -> ast.expr:
        """Leave a t-string as it is: it shows the source of its parts."""
        return node


def _is_plain(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) or (
        isinstance(node, ast.Constant) and not isinstance(node.value, (tuple, frozenset))
    )


def _is_calm(node: ast.expr) -> bool:
    return all(isinstance(part, (*_CALM, *_CALM_EXTRA)) for part in ast.walk(node))


def _names_given(tree: ast.Module) -> Iterator[str]:
    """Yield all names that a module gives to something anywhere, `*` for those of other modules."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case (
                ast.ExceptHandler(name=str(name))
                | ast.MatchAs(name=str(name))
                | ast.MatchStar(name=str(name))
            ):
                yield name
            case ast.MatchMapping(rest=str(name)):
                yield name
            case ast.alias(name=name, asname=other):
                yield other or name


def _is_affix_test(node: ast.Call) -> bool:
    """Check whether a call tests a string's prefix, suffix or kind of characters, and runs nothing else."""
    if not isinstance(node.func, ast.Attribute) or node.keywords:
        return False
    if node.func.attr in _AFFIXES:
        return len(node.args) == 1 and _is_calm(node.args[0])
    return node.func.attr in _CHARACTER_TESTS and not node.args


def _is_type_test(node: ast.Call) -> bool:
    """Check whether a call tests a value's type, or whether it has an attribute, without running any code."""
    if not isinstance(node.func, ast.Name) or node.func.id not in _TYPE_TESTS or node.keywords:
        return False
    return len(node.args) == 2 and not isinstance(node.args[0], ast.Starred) and _is_calm(node.args[1])


def _searched(node: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    """Return the pattern and the text of a regular expression search, if both have names."""
    call = node.value if isinstance(node, ast.NamedExpr) else node
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.keywords:
        return None
    receiver = call.func.value
    if call.func.attr not in _MATCHES or not isinstance(receiver, ast.Name):
        return None
    operands = call.args if receiver.id == "re" else [receiver, *call.args]
    if len(operands) != 2 or not all(_is_plain(operand) for operand in operands):
        return None
    return operands[0], operands[1]


def _copy(node: ast.expr) -> ast.expr:
    if isinstance(node, ast.Name):
        return names.placed(names.load(node.id), node)
    if isinstance(node, ast.Constant):
        return names.placed(ast.Constant(node.value, node.kind), node)
    raise TypeError(node)
