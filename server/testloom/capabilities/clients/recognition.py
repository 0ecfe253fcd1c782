"""What exceptions say of answers that a test has not prepared."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from testloom.model.execution import RaisedException
from testloom.model.statements import LiteralStatement, TestCase
from testloom.model.types import Scalar
from testloom.search.operators.directed.steps import Guide, Step
from testloom.search.providers.inputs.addresses import ADDRESS
from testloom.search.providers.knowledge import Knowledge

SPENT = ("builtins:StopIteration", "builtins:StopAsyncIteration")
"""What a stub raises behind its last answer."""
SPENT_IN_COROUTINE = ("coroutine raised StopIteration", "coroutine raised StopAsyncIteration")
"""What becomes of that on its way out of a coroutine, which is a `RuntimeError`."""
NO_JSON = ("json.decoder:JSONDecodeError", "json")
"""What `response.json()` raises where the test has made up an answer that is none, and its name."""
ADDRESSES = (
    *("httpx:InvalidURL", "httpx:UnsupportedProtocol", "httpx:LocalProtocolError"),
    *("requests.exceptions:InvalidURL", "requests.exceptions:MissingSchema"),
    *("requests.exceptions:InvalidSchema", "requests.exceptions:InvalidHeader"),
)
"""What is raised where the test has made up an address that is none, or a header."""
FAILED = tuple(
    f"requests.exceptions:{name}"
    for name in ("Timeout", "ReadTimeout", "ConnectTimeout", "ConnectionError", "JSONDecodeError")
)
"""What comes of a service that fails, as a test has made it up; code may well leave it to its callers."""


class AnswerGuide(Guide):
    """Knows what is raised where a test has no answer, or no address for a request."""

    def steps(self, case: TestCase, error: RaisedException, knowledge: Knowledge) -> Iterator[Step]:
        """Yield changes that put an address in the place of each text that occurs in the error message."""
        if error.type in ADDRESSES:
            for place, statement in enumerate(case.statements):
                if isinstance(statement, LiteralStatement) and _is_part(statement.value, error.message):
                    yield partial(_addressed, case, place)

    def blames_test(self, error: RaisedException) -> bool:
        """Check whether an answer or an address is missing, or the answer reports a failure."""
        if error.type in (*ADDRESSES, *FAILED) or (error.type, error.through) == NO_JSON:
            return True
        return bool(error.through) and (error.type in SPENT or error.message in SPENT_IN_COROUTINE)


def _is_part(text: Scalar, message: str) -> bool:
    return isinstance(text, str) and bool(text) and repr(text)[1:-1].rstrip("/") in message


def _addressed(case: TestCase, place: int) -> TestCase:
    statements = list(case.statements)
    statements[place] = LiteralStatement(statements[place].id, ADDRESS)
    return TestCase(tuple(statements))
