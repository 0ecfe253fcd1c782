"""Explanations in words: why a goal was not reached, and what a finding is."""

from __future__ import annotations

import ast

from testloom.lsp.translation import say
from testloom.model.events.jobs import Finding, Unreached
from testloom.model.events.nearness import NearMiss
from testloom.model.events.reasons import REASONS
from testloom.model.texts.trees import tree_of

_LONGEST_CALL = 200
_IN_EMPTY_FOLDER = "monkeypatch.chdir(tmp_path)"
_ORDERED = ("<", "<=", ">", ">=")


def explain_unreached(goal: Unreached) -> str:
    """Explain which goal no test covers, why, and how near a test came."""
    reason = say(REASONS.get(goal.reason, goal.reason))
    parts = [say("No test found for: {0}.", goal.label), f"{reason[:1].upper()}{reason[1:]}."]
    if goal.because:
        parts.append(f"{goal.because[:1].upper()}{goal.because[1:]}.")
    if goal.closest is not None:
        parts.append(_closeness(goal.closest, goal.label))
    if goal.denied:
        parts.append(say("Blocked: {0}.", ", ".join(goal.denied)))
    return " ".join(parts)


def _closeness(miss: NearMiss, label: str) -> str:
    """Describe a near miss, such as: `amount > limit` came closest with 3 > 5: 2 short.

    If the label already names the condition, it is called "It".
    """
    what = say("It") if label.startswith(f"{miss.source} is ") else f"`{miss.source}`"
    if not miss.gap:
        return say("{0} came closest with {1}.", what, miss.seen)
    given = (what, miss.seen, f"{miss.gap:g}")
    if not any(f" {op} " in miss.seen for op in _ORDERED):
        return say("{0} came closest with {1}: {2} apart.", *given)
    if miss.wanted:
        return say("{0} came closest with {1}: {2} short.", *given)
    return say("{0} came closest with {1}: {2} over.", *given)


def explain_finding(finding: Finding) -> str:
    """Explain a finding by its shortest call and the exception.

    For a contradiction, name what the documentation says and what the code does.
    """
    if finding.is_contradiction:
        if finding.returned:
            return say("The documentation says `{0}`; the code returns {1}.", finding.said, finding.returned)
        return say("The documentation says `{0}`; the code raises {1}.", finding.said, finding.message)
    kind = _named(finding.exception)
    raised = f"{kind} ({finding.message})" if finding.message else kind
    call = shortest_call(finding.source)
    who = f"`{call}`" if call else say("A call to {0}", finding.target.partition(":")[2])
    if finding.is_crash:
        return say("{0} ends the interpreter with {1}.", who, raised)
    return say("{0} raises {1}, an undocumented exception.", who, raised)


def _named(exception: str) -> str:
    """Return the name of an exception as in a traceback, or of a signal."""
    module, _, name = exception.rpartition(":")
    return name if module in ("builtins", "signal", "") else f"{module}.{name}"


def shortest_call(source: str) -> str:
    """Render the calls in the test of a finding on one line; empty if that is too long.

    The call that creates an empty folder is left out, since every test of code that looks at files has it.
    """
    try:
        function = tree_of(source).body[0]
    except (SyntaxError, IndexError):
        return ""
    body = function.body if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) else []
    flat = [inner for node in body for inner in (node.body if isinstance(node, ast.With) else [node])]
    text = "; ".join(done for node in flat if (done := ast.unparse(node)) != _IN_EMPTY_FOLDER)
    return text if len(text) <= _LONGEST_CALL and "\n" not in text else ""
