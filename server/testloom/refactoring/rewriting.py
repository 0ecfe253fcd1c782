"""Rewrites a collaborator as a parameter; everything else keeps its layout."""

from __future__ import annotations

import libcst as cst

from testloom.model.texts.form_feeds import hide_form_feeds, show_form_feeds
from testloom.refactoring.seams import Seam, find_seam


def with_seam(text: str, function: str, name: str) -> str | None:
    """Make a collaborator a parameter in the text; None if that would change anything else."""
    seam = find_seam(text, function, name)
    if seam is None:
        return None
    module = cst.parse_module(hide_form_feeds(text))
    rewriting = _Rewriting(seam, is_lazy=_has_lazy_annotations(module))
    changed = module.visit(rewriting)
    return show_form_feeds(changed.code) if rewriting.changes == 1 else None


def _has_lazy_annotations(module: cst.Module) -> bool:
    """Check whether annotations are not evaluated (PEP 563)."""
    return any(
        isinstance(small, cst.ImportFrom)
        and isinstance(small.module, cst.Name)
        and small.module.value == "__future__"
        and not isinstance(small.names, cst.ImportStar)
        and any(alias.evaluated_name == "annotations" for alias in small.names)
        for statement in module.body
        if isinstance(statement, cst.SimpleStatementLine)
        for small in statement.body
    )


class _Rewriting(cst.CSTTransformer):
    """Changes the function of a seam; `changes` counts the changed places."""

    def __init__(self, seam: Seam, *, is_lazy: bool) -> None:
        self.changes = 0
        self._seam = seam
        self._is_lazy = is_lazy
        self._path: list[str] = []

    def visit_ClassDef(self, node: cst.ClassDef) -> None:
        self._path.append(node.name.value)

    def leave_ClassDef(self, original_node: cst.ClassDef, updated_node: cst.ClassDef) -> cst.ClassDef:
        self._path.pop()
        return updated_node

    def visit_FunctionDef(self, node: cst.FunctionDef) -> bool:
        self._path.append(node.name.value)
        return False

    def leave_FunctionDef(
        self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef
    ) -> cst.FunctionDef:
        qualname = ".".join(self._path)
        self._path.pop()
        if qualname != self._seam.function:
            return updated_node
        building = _Building(self._seam)
        body = updated_node.body.visit(building)
        if building.value is None or not isinstance(body, cst.BaseSuite):
            return updated_node
        self.changes += building.count
        annotation = self._annotation(updated_node, building)
        equal = _TIGHT if annotation is None else _SPACED
        parameter = cst.Param(cst.Name(self._seam.name), annotation, equal, default=cst.Name("None"))
        return updated_node.with_changes(params=_with_keyword(updated_node.params, parameter), body=body)

    def _annotation(self, function: cst.FunctionDef, building: _Building) -> cst.Annotation | None:
        """Annotate the type of the collaborator or None, if it is known and the function is annotated."""
        if not _is_annotated(function):
            return None
        kind = building.annotation or _class_called(building.value)
        if kind is None:
            return None
        text = f"{cst.Module([]).code_for_node(kind)} | None"
        return cst.Annotation(cst.parse_expression(text if self._is_lazy else f'"{text}"'))


class _Building(cst.CSTTransformer):
    """Finds and changes the statement that builds the collaborator, but not in nested functions."""

    def __init__(self, seam: Seam) -> None:
        self.count = 0
        self.value: cst.BaseExpression | None = None
        self.annotation: cst.BaseExpression | None = None
        self._seam = seam

    def visit_FunctionDef(self, node: cst.FunctionDef) -> bool:
        return False

    def visit_ClassDef(self, node: cst.ClassDef) -> bool:
        return False

    def leave_SimpleStatementLine(
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> cst.BaseStatement:
        match updated_node.body:
            case [cst.Assign(targets=[cst.AssignTarget(target=target)], value=value) as assign]:
                annotation = None
            case [
                cst.AnnAssign(target=target, value=cst.BaseExpression() as value, annotation=noted) as assign
            ]:
                annotation = noted.annotation
            case _:
                return updated_node
        if not self._is_meant(target):
            return updated_node
        self.count += 1
        self.value, self.annotation = value, annotation
        if self._seam.is_attribute:
            return updated_node.with_changes(body=[assign.with_changes(value=self._chosen(value))])
        return self._unless_given(updated_node, value)

    def _is_meant(self, target: cst.BaseExpression) -> bool:
        if self._seam.is_attribute:
            return isinstance(target, cst.Attribute) and target.attr.value == self._seam.name
        return isinstance(target, cst.Name) and target.value == self._seam.name

    def _chosen(self, value: cst.BaseExpression) -> cst.IfExp:
        return cst.IfExp(test=self._is_none(), body=value, orelse=cst.Name(self._seam.name))

    def _unless_given(self, line: cst.SimpleStatementLine, value: cst.BaseExpression) -> cst.If:
        assign = cst.Assign([cst.AssignTarget(cst.Name(self._seam.name))], value)
        body = cst.IndentedBlock([line.with_changes(body=[assign], leading_lines=())])
        return cst.If(self._is_none(), body, leading_lines=line.leading_lines)

    def _is_none(self) -> cst.Comparison:
        target = cst.ComparisonTarget(cst.Is(), cst.Name("None"))
        return cst.Comparison(cst.Name(self._seam.name), [target])


_SPACE = cst.SimpleWhitespace(" ")
_SPACED = cst.AssignEqual(_SPACE, _SPACE)
_TIGHT = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))
_COMMA = cst.Comma(whitespace_after=_SPACE)


def _is_annotated(function: cst.FunctionDef) -> bool:
    given = function.params
    every = (*given.posonly_params, *given.params, *given.kwonly_params)
    return function.returns is not None or any(entry.annotation is not None for entry in every)


def _class_called(value: cst.BaseExpression | None) -> cst.BaseExpression | None:
    """Return the callee if its name looks like that of a class."""
    if not isinstance(value, cst.Call):
        return None
    called = value.func
    name = called.attr.value if isinstance(called, cst.Attribute) else getattr(called, "value", "")
    is_class = isinstance(name, str) and name.lstrip("_")[:1].isupper() and not name.isupper()
    return called if is_class else None


def _with_keyword(given: cst.Parameters, parameter: cst.Param) -> cst.Parameters:
    """Append a keyword-only parameter, with the same layout as the other parameters."""
    several = given.star_arg if isinstance(given.star_arg, cst.Param) else None
    known = [*given.params, *([several] if several else []), *given.kwonly_params]
    last = known[-1].comma if known else None
    if not isinstance(last, cst.Comma):
        return _joined(given, several, [*given.kwonly_params, parameter])
    between = next((entry.comma for entry in known[:-1] if isinstance(entry.comma, cst.Comma)), _COMMA)
    before, parameter = known[-1].with_changes(comma=between), parameter.with_changes(comma=last)
    if given.kwonly_params:
        return _joined(given, several, [*given.kwonly_params[:-1], before, parameter])
    if several:
        return _joined(given, before, [parameter])
    params = given.with_changes(params=[*given.params[:-1], before])
    return params.with_changes(star_arg=cst.ParamStar(between), kwonly_params=[parameter])


def _joined(given: cst.Parameters, several: cst.Param | None, by_keyword: list[cst.Param]) -> cst.Parameters:
    """Return the parameters with these keyword-only ones, after `*more` or a bare star."""
    is_starred = isinstance(given.star_arg, cst.ParamStar)
    star = given.star_arg if is_starred else several or cst.ParamStar()
    return given.with_changes(star_arg=star, kwonly_params=by_keyword)
