"""A small subject as the agent would describe it, and an executor that needs no process."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from testloom.capabilities import CAPABILITIES
from testloom.model.execution import ExecutionResult, Operands, Trace, Watched
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.model.subject import Callable as SubjectCallable
from testloom.model.subject import Parameter, Predicate, Probe, Subject, SubjectClass
from testloom.model.types import TypeRef
from tests.executors import IdleExecutor

INT = TypeRef("int")


def bank() -> Subject:
    """A class Account whose withdraw has one branch, an enum, and a function with every kind of parameter."""
    account = TypeRef("bank:Account")
    callables = [
        SubjectCallable(
            "bank:Account", "constructor", "bank:Account", (Parameter("balance", type=INT),), account
        ),
        SubjectCallable(
            "bank:Account.withdraw",
            "method",
            "bank:Account",
            (Parameter("amount", type=INT),),
            TypeRef("none"),
        ),
        SubjectCallable("bank:Account.is_empty", "property", "bank:Account", (), TypeRef("bool")),
        SubjectCallable(
            "bank:transfer",
            "function",
            None,
            (
                Parameter("source", "positional", account),
                Parameter("target", "either", TypeRef("union", (account, TypeRef("none")))),
                Parameter("note", "either", has_default=True, default="", uses=("strip",)),
                Parameter("rest", "args", INT),
                Parameter("kind", "keyword", TypeRef("bank:Kind"), has_default=True),
                Parameter("options", "kwargs"),
            ),
            TypeRef("dict", (TypeRef("str"), INT)),
        ),
    ]
    probes = (
        Probe(0, "entry", 10, "Account.withdraw"),
        Probe(1, "branch", 11, "Account.withdraw", 0, 0, True, "amount > self.balance is true"),
        Probe(2, "branch", 13, "Account.withdraw", 0, 0, False, "amount > self.balance is false"),
        Probe(3, "line", 14, "Account.withdraw", 2),
    )
    return Subject(
        "bank",
        "bank.py",
        {known.id: known for known in callables},
        {
            "bank:Account": SubjectClass("bank:Account"),
            "bank:Kind": SubjectClass("bank:Kind", enum_members=("FAST", "SLOW")),
        },
        probes,
        (Predicate(0, 11, "Account.withdraw", "amount > self.balance", 0, ((0, False),)),),
        (7, "memo", 2.5),
        capabilities=CAPABILITIES,
    )


def withdrawal(balance: int, amount: int) -> TestCase:
    """Account(balance).withdraw(amount), with an unused literal at the end."""
    return TestCase(
        (
            LiteralStatement(1, balance),
            CallStatement(2, "bank:Account", None, (1,)),
            LiteralStatement(3, amount),
            CallStatement(4, "bank:Account.withdraw", 2, (3,)),
            LiteralStatement(5, "unused"),
        )
    )


class FakeBank(IdleExecutor):
    """Executes `withdrawal` cases by arithmetic; counts what it was asked to run."""

    def __init__(self, run: Callable[[TestCase], ExecutionResult] | None = None) -> None:
        self.executed = 0
        self._pending: list[list[ExecutionResult]] = []
        self._run = run or run_withdrawal

    def execute(self, tests: Sequence[TestCase]) -> list[ExecutionResult]:
        self.executed += len(tests)
        return [self._run(test) for test in tests]

    def submit(
        self,
        tests: Sequence[TestCase],
        wanted: Collection[int] | None = None,
        seconds: float | None = None,
    ) -> None:
        self._pending.append(self.execute(tests))

    def collect(self) -> list[ExecutionResult]:
        return self._pending.pop(0)

    def watch(self, tests: Sequence[TestCase], wanted: object = None) -> list[Watched]:
        return [Watched(compared(test)) for test in tests]


def run_withdrawal(test: TestCase) -> ExecutionResult:
    """The trace that the last withdrawal of the test leaves."""
    values = {s.id: s.value for s in test if isinstance(s, LiteralStatement)}
    accounts: dict[int, int] = {}
    hits: set[int] = set()
    distances: dict[int, tuple[float, float]] = {}
    for statement in test:
        if not isinstance(statement, CallStatement):
            continue
        arguments = [values.get(arg) for arg in statement.args]
        if statement.callable == "bank:Account" and arguments and isinstance(arguments[0], int):
            accounts[statement.id] = arguments[0]
        elif statement.callable == "bank:Account.withdraw" and statement.receiver in accounts:
            amount, balance = arguments[0], accounts[statement.receiver]
            if isinstance(amount, int):
                hits |= {0, 1} if amount > balance else {0, 2, 3}
                distances[0] = (max(0.0, balance - amount + 1.0), max(0.0, float(amount - balance)))
    return ExecutionResult("passed", Trace(frozenset(hits), distances))


def compared(test: TestCase) -> list[Operands]:
    """The comparison that the first withdrawal of the test makes."""
    values = {s.id: s.value for s in test if isinstance(s, LiteralStatement)}
    calls = {s.callable: [values.get(arg) for arg in s.args] for s in test if isinstance(s, CallStatement)}
    amount, balance = calls.get("bank:Account.withdraw", [None])[0], calls.get("bank:Account", [None])[0]
    if not isinstance(amount, int) or not isinstance(balance, int):
        return []
    return [Operands(0, ">", amount, balance, amount > balance)]
