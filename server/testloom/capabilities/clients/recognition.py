"""Recognition of exceptions that are caused by responses which a test has not prepared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from testloom.capabilities.clients.answers import RESPONSE
from testloom.capabilities.clients.served import AnswersStatement
from testloom.model.execution import RaisedException
from testloom.model.statements import LiteralStatement, TestCase
from testloom.model.statements.environment import FileStatement
from testloom.model.subject import Subject
from testloom.model.types import Scalar
from testloom.search.operators.directed.guide import Guide, Step
from testloom.search.providers.inputs.types.addresses import ADDRESS
from testloom.search.providers.knowledge import Knowledge

QUOTED = re.compile(r"'([^']{1,80})'")
SPENT = ("builtins:StopIteration", "builtins:StopAsyncIteration")
"""The exceptions that a stub raises after its last response."""
SPENT_IN_COROUTINE = ("coroutine raised StopIteration", "coroutine raised StopAsyncIteration")
"""The messages of the `RuntimeError` that such an exception turns into when it leaves a coroutine."""
NO_JSON = ("json.decoder:JSONDecodeError", "json")
"""The exception of `response.json()` for a made-up body that is not JSON, and the name of the method."""
ADDRESSES = (
    *("httpx:InvalidURL", "httpx:UnsupportedProtocol", "httpx:LocalProtocolError"),
    *("requests.exceptions:InvalidURL", "requests.exceptions:MissingSchema"),
    *("requests.exceptions:InvalidSchema", "requests.exceptions:InvalidHeader"),
)
"""The exceptions raised where a URL or a header that the test has made up is invalid."""
LOOKED_UP = ("builtins:KeyError", "builtins:IndexError", "builtins:TypeError")
"""The exceptions raised where an answer lacks what code looks up in it, or has something else there."""
FAILED = tuple(
    f"requests.exceptions:{name}"
    for name in ("Timeout", "ReadTimeout", "ConnectTimeout", "ConnectionError", "JSONDecodeError")
)
"""The exceptions of a failing service that a test has made up; code may well leave them to its callers."""


class AnswerGuide(Guide):
    """Recognises exceptions raised where a test lacks a response, or a valid URL for a request."""

    def steps(self, case: TestCase, error: RaisedException, knowledge: Knowledge) -> Iterator[Step]:
        """Yield changes that put an address in the place of each text that occurs in the error message.

        The text may also be an entry of a file, such as an option of the settings.
        """
        for place, statement in enumerate(case.statements if error.type in ADDRESSES else ()):
            match statement:
                case LiteralStatement(value=text) if _is_part(text, error.message):
                    yield partial(_addressed, case, place)
                case FileStatement(content=str() as content):
                    changed = _with_address(content, error.message)
                    if changed != content:
                        yield partial(case.replaced, place, statement.replace(content=changed))

    def blames_test(self, error: RaisedException) -> bool:
        """Check whether an answer or an address is missing, or the answer reports a failure."""
        if error.type in (*ADDRESSES, *FAILED) or (error.type, error.through) == NO_JSON:
            return True
        return bool(error.through) and (error.type in SPENT or error.message in SPENT_IN_COROUTINE)

    def finds_lacking(self, case: TestCase, error: RaisedException, subject: Subject) -> bool:
        """Check whether code may look up in an answer what the test has made it lack.

        What a service answers is up to the service: code cannot be at fault because a test makes it up.
        """
        is_answered = AnswersStatement in case.kinds or RESPONSE in case.called
        return is_answered and error.type in LOOKED_UP


def _is_part(text: Scalar, message: str) -> bool:
    return isinstance(text, str) and bool(text) and repr(text)[1:-1].rstrip("/") in message


def _with_address(content: str, message: str) -> str:
    """A document with an address as the value with which a quoted URL of the message begins."""
    for url in QUOTED.findall(message):
        begins = "|".join(re.escape(url[:end]) for end in range(len(url), 0, -1))
        value = re.compile(rf'(?<=[=:] )("?)(?:{begins})("?)(?=\s*$|[,}}\]])', re.MULTILINE)
        content = value.sub(rf"\1{ADDRESS}\2", content)
    return content


def _addressed(case: TestCase, place: int) -> TestCase:
    statements = list(case.statements)
    statements[place] = LiteralStatement(statements[place].id, ADDRESS)
    return TestCase(tuple(statements))
