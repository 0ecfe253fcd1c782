"""Answers to what `requests` sends, which its adapter gives in the place of a service."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from testloom.capabilities.clients.answers import NUMBERS_OF_ANSWERS, WITHOUT_JSON, body, error, status
from testloom.model.execution import Touch
from testloom.model.statements import Statement
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.statements.roles import References
from testloom.search.providers.builder import Builder
from testloom.search.providers.environment import EnvironmentInput, Rewriter
from testloom.search.providers.knowledge import Knowledge
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.rendering.surroundings import Helper, Written
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
"""What a service fails with for each class of errors that code handles, and the message."""
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
MENTIONED = (":io", ":json", ":requests", "http:HTTPStatus", "typing:Any")


class AnswersStatement(EnvironmentStatement, frozen=True):
    """Requests get these answers: each is a pair of a status and JSON, or an error."""

    tag: ClassVar[str] = "answers"
    answers: References


class AnswersInput(EnvironmentInput[AnswersStatement]):
    """Answers for code that sends requests, with what it looks up in them."""

    kinds = (AnswersStatement,)

    def offered(self, touch: Touch, knowledge: Knowledge) -> Iterator[Sequence[Statement]]:
        """Some answers where the test has sent a request."""
        if touch == ("answers",):
            builder = knowledge.builder()
            made = [_answer(builder) for _ in range(knowledge.rng.choice(NUMBERS_OF_ANSWERS))]
            yield (*builder.draft.statements, AnswersStatement(knowledge.next_id(), tuple(made)))

    def smaller(self, statement: AnswersStatement, simpler: Rewriter) -> Iterator[AnswersStatement]:
        """One answer less."""
        answers = statement.answers
        if len(answers) > 1:
            for place in range(len(answers)):
                yield statement.replace(answers=(*answers[:place], *answers[place + 1 :]))


class AnswersLines(Written[AnswersStatement]):
    """The call that has requests answered."""

    kinds = (AnswersStatement,)
    helpers = (ANSWERING,)

    def lines(self, statement: AnswersStatement, scope: CaseScope) -> str:
        """`answer_requests(monkeypatch, (200, {"id": 1}))`."""
        answers = [scope.value(answer, "answer") for answer in statement.answers]
        return call(ANSWERING.name, [scope.fixture("monkeypatch"), *answers])

    def paths(self, statement: AnswersStatement) -> Iterator[str]:
        """What the function mentions."""
        yield from MENTIONED


def _answer(builder: Builder) -> int:
    if (failed := error(builder, ERRORS)) is not None:
        return failed
    is_empty = builder.rng.random() < WITHOUT_JSON
    return builder.collection("tuple", status(builder), builder.literal(None) if is_empty else body(builder))
