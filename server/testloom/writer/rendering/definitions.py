"""Helper functions for doubles, and those that the tests of a file call."""

from __future__ import annotations

from collections.abc import Iterable

from testloom.model.capabilities import Capabilities
from testloom.model.statements import DoubleStatement
from testloom.writer.project.style import ProjectStyle
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.rendering.surroundings import Helper, Written
from testloom.writer.syntax.names import call

SKIPPING = Helper(
    "skip_if_asked_more",
    "(double, *known):",
    "(double: object, *known: str) -> None:",
    '''
    """Skip the test if its double gets a call that it has no answer for."""
    kind = double.__class__
    for name in set(dir(kind)) - set(known):
        if not name.startswith("_") and callable(getattr(kind, name)):
            method = getattr(double, name)
            method.side_effect = pytest.skip.Exception(f"the double has no answer for {name}()")
''',
)
RECORDED = Helper(
    "as_recorded",
    "(*answers):",
    "(*answers: tuple[tuple[object, ...], object]) -> object:",
    '''
    """Answer calls as recorded, equal ones in turn; any other one fails."""
    left = list(answers)

    def answer(*args, **kwargs):
        equal = [place for place, (asked, _) in enumerate(left) if asked[-2:] == (args, kwargs)]
        if not equal:
            pytest.fail(f"unexpected call of a double: {args} {kwargs}")
        result = left.pop(equal[0])[1] if len(equal) > 1 else left[equal[0]][1]
        if isinstance(result, BaseException):
            raise result
        return result

    return answer
''',
    annotated={"answer(*args, **kwargs)": "answer(*args: object, **kwargs: object) -> object"},
)
FOR_DOUBLES = (SKIPPING, RECORDED)


def skipping(statement: DoubleStatement, name: str, scope: CaseScope) -> str | None:
    """The line that skips the test once the double of a class is asked more than it was; None for others."""
    if not statement.spec or not statement.names:
        return None
    return call(SKIPPING.name, [name, *map(scope.literal, statement.names)])


def definitions(sources: Iterable[str], style: ProjectStyle, capabilities: Capabilities) -> dict[str, str]:
    """The functions that these tests call, by name."""
    texts = tuple(sources)
    helpers = [*FOR_DOUBLES, *(helper for known in capabilities.of(Written) for helper in known.helpers)]
    called = [helper for helper in helpers if any(f"{helper.name}(" in text for text in texts)]
    return {helper.name: helper.source(style) for helper in called}
