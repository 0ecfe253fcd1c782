"""Canned responses to all requests sent by `requests` and `httpx`, in place of those of a service."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar

from testloom.capabilities.clients.answers import ERRORS as ERRORS_OF_HTTPX
from testloom.capabilities.clients.answers import NUMBERS_OF_ANSWERS, WITHOUT_JSON, body, error, status
from testloom.model.execution import Touch
from testloom.model.statements import Statement
from testloom.model.statements.attributes import dotted
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.statements.roles import References, word
from testloom.search.providers.builder import Builder
from testloom.search.providers.environment import EnvironmentInput, Rewriter
from testloom.search.providers.knowledge import Knowledge
from testloom.writer.rendering.environment import Helper, Written
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.syntax.names import call

TIMED_OUT, REFUSED = "requests:Timeout", "requests:ConnectionError"
ERRORS: Mapping[str, tuple[str, str]] = {
    "requests.exceptions:Timeout": (TIMED_OUT, "timed out"),
    "requests.exceptions:ReadTimeout": ("requests:ReadTimeout", "timed out"),
    "requests.exceptions:ConnectTimeout": ("requests:ConnectTimeout", "timed out"),
    "requests.exceptions:ConnectionError": (REFUSED, "refused"),
    "requests.exceptions:RequestException": (REFUSED, "refused"),
    "builtins:OSError": (REFUSED, "refused"),
    "builtins:Exception": (REFUSED, "refused"),
}
"""The exception of a failing service, and its message, for each exception class that the code handles."""
REQUESTS, HTTPX = "requests", "httpx"
_ANSWER_REQUESTS = '''
    """Answer requests, each with a status and JSON or by an error; the last answer is repeated."""
    left = list(answers)

    def send(adapter, request, **options):
        answer = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(answer, Exception):
            raise answer
        response = requests.Response()
        response.request, response.url = request, request.url
        response.status_code, body = answer
        response.reason = HTTPStatus(response.status_code).phrase
        text = body if isinstance(body, str) else "" if body is None else json.dumps(body)
        response.raw = io.BytesIO(text.encode())
        return response

    monkeypatch.setattr("requests.adapters.HTTPAdapter.send", send)
'''
ANSWERING = Helper(
    "answer_requests",
    "(monkeypatch, *answers):",
    "(monkeypatch: pytest.MonkeyPatch, *answers: Any) -> None:",
    _ANSWER_REQUESTS,
    annotated={
        "def send(adapter, request, **options):": (
            "def send(adapter: Any, request: requests.PreparedRequest, **options: Any) -> requests.Response:"
        )
    },
)
_ANSWER_HTTPX = '''
    """Answer requests, each with a status and JSON or by an error; the last answer is repeated."""
    left = list(answers)

    def handle(transport, request):
        answer = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(answer, Exception):
            raise answer
        status, body = answer
        return httpx.Response(status, **{"text" if isinstance(body, str) else "json": body})

    async def handle_async(transport, request):
        return handle(transport, request)

    monkeypatch.setattr("httpx.HTTPTransport.handle_request", handle)
    monkeypatch.setattr("httpx.AsyncHTTPTransport.handle_async_request", handle_async)
'''
ANSWERING_HTTPX = Helper(
    "answer_httpx",
    "(monkeypatch, *answers):",
    "(monkeypatch: pytest.MonkeyPatch, *answers: Any) -> None:",
    _ANSWER_HTTPX,
    annotated={
        "def handle(transport, request):": (
            "def handle(transport: Any, request: httpx.Request) -> httpx.Response:"
        ),
        "async def handle_async(transport, request):": (
            "async def handle_async(transport: Any, request: httpx.Request) -> httpx.Response:"
        ),
    },
)
HELPERS = {REQUESTS: ANSWERING, HTTPX: ANSWERING_HTTPX}
MENTIONED = {
    REQUESTS: (":io", ":json", ":requests", "http:HTTPStatus", "typing:Any"),
    HTTPX: (":httpx", "typing:Any"),
}


class AnswersStatement(EnvironmentStatement, frozen=True):
    """Gives the requests of a library these responses: each is a pair of a status and JSON, or an error."""

    tag: ClassVar[str] = "answers"
    named_by: ClassVar[str] = "library"
    answers: References
    library: Annotated[str, word(dotted)] = REQUESTS


class AnswersInput(EnvironmentInput[AnswersStatement]):
    """Makes responses for code that sends requests, with the keys that it looks up in them."""

    kinds = (AnswersStatement,)

    def offered(self, touch: Touch, knowledge: Knowledge) -> Iterator[Sequence[Statement]]:
        """Yield prepared answers for a test that has sent a request."""
        if touch[0] == "answers":
            builder = knowledge.builder()
            errors = ERRORS if touch[1] == REQUESTS else ERRORS_OF_HTTPX
            made = [_answer(builder, errors) for _ in range(knowledge.rng.choice(NUMBERS_OF_ANSWERS))]
            yield (*builder.draft.statements, AnswersStatement(knowledge.next_id(), tuple(made), touch[1]))

    def smaller(self, statement: AnswersStatement, simpler: Rewriter) -> Iterator[AnswersStatement]:
        """Yield the statement with one answer less, for each answer."""
        answers = statement.answers
        if len(answers) > 1:
            for place in range(len(answers)):
                yield statement.replace(answers=(*answers[:place], *answers[place + 1 :]))


class AnswersLines(Written[AnswersStatement]):
    """Writes the call that sets up the responses."""

    kinds = (AnswersStatement,)
    helpers = (ANSWERING, ANSWERING_HTTPX)

    def lines(self, statement: AnswersStatement, scope: CaseScope) -> str:
        """`answer_requests(monkeypatch, (200, {"id": 1}))`."""
        answers = [scope.value(answer, "answer") for answer in statement.answers]
        return call(HELPERS[statement.library].name, [scope.fixture("monkeypatch"), *answers])

    def paths(self, statement: AnswersStatement) -> Iterator[str]:
        """Yield the paths that the answering function mentions."""
        yield from MENTIONED[statement.library]


def _answer(builder: Builder, errors: Mapping[str, tuple[str, str]]) -> int:
    if (failed := error(builder, errors)) is not None:
        return failed
    is_empty = builder.rng.random() < WITHOUT_JSON
    return builder.collection("tuple", status(builder), builder.literal(None) if is_empty else body(builder))
