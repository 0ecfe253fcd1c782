"""Definitions of helper functions in a test file: for doubles, and those that capabilities provide."""

from __future__ import annotations

from collections.abc import Iterable

from testloom.model.capabilities import Capabilities
from testloom.writer.project.style import ProjectStyle
from testloom.writer.rendering.environment import Helper, Written

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


def definitions(sources: Iterable[str], style: ProjectStyle, capabilities: Capabilities) -> dict[str, str]:
    """Collect the source of the helper functions that these tests call, by name."""
    texts = tuple(sources)
    helpers = [RECORDED, *(helper for known in capabilities.of(Written) for helper in known.helpers)]
    called = [helper for helper in helpers if any(f"{helper.name}(" in text for text in texts)]
    return {helper.name: helper.source(style) for helper in called}
