"""The golden examples: what is rendered into tests/golden/test_NAME.py."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from testloom.model.environment import (
    AgeStatement,
    ArgumentsStatement,
    ChanceStatement,
    ClockStatement,
    ConsoleStatement,
    FactStatement,
    FailureStatement,
    FileStatement,
    FolderStatement,
    PathStatement,
    VariableStatement,
)
from testloom.model.suite import AssertedTest

from .building import Case, Encoded, Ref, built, made, member, object_

Example = Callable[[], Sequence[AssertedTest]]
EXAMPLES: dict[str, Example] = {}


def example(build: Example) -> Example:
    EXAMPLES[build.__name__] = build
    return build


def withdrawal(balance: int, amount: int, *covers: str) -> Case:
    case = Case("Account.withdraw", *covers)
    account = case.call("Account", balance)
    case.call("Account.withdraw", amount, on=account)
    return case


@example
def a_class_with_rules() -> Sequence[AssertedTest]:
    too_much = withdrawal(10, 11, "amount > self.balance is true").raises(
        "InsufficientFunds", "balance is 10"
    )
    cases = [too_much]
    for amount, label in ((3, "amount > self.balance is false"), (10, "self.balance == 0 is true")):
        case = withdrawal(10, amount, label)
        cases.append(case.equals(10 - amount, of=Ref(case.statements[1].id), attribute="balance"))
    created = Case("Account")
    created.call("Account", 5)
    created.equals(5, attribute="balance").equals(member("Kind.BASIC"), attribute="kind")
    negative = Case("Account", "balance < 0 is true")
    negative.call("Account", -1)
    negative.raises("builtins:ValueError", "a balance (initial) is never negative")
    return built(*cases, created, negative)


@example
def truth_values() -> Sequence[AssertedTest]:
    cases = []
    for number in (2, 3, 4):
        case = Case("is_even")
        case.call("is_even", number)
        cases.append(case.equals(number % 2 == 0))
    for flag in (True, False, None):
        case = Case("maybe", f"flag is None is {'true' if flag is None else 'false'}")
        case.call("maybe", flag)
        cases.append(case.equals(None if flag is None else not flag))
    return built(*cases)


@example
def numbers() -> Sequence[AssertedTest]:
    cases = []
    for total, parts in ((1, 2), (1, 3), (-7, 7), (math.inf, 2)):
        case = Case("share")
        case.call("share", total, parts)
        cases.append(case.equals(total / parts))
    nothing = Case("not_a_number")
    nothing.call("not_a_number")
    divided = Case("share", "parts == 0 is true")
    divided.call("share", 1, 0)
    divided.raises("builtins:ZeroDivisionError", "division by zero")
    ratios = Case("ratios")
    values = ratios.collection("dict", "a", 1, "b", 3)
    ratios.call("ratios", values)
    return built(*cases, nothing.equals(math.nan), divided, ratios.equals({"a": 1 / 3, "b": 1.0}))


@example
def objects() -> Sequence[AssertedTest]:
    several = Case("accounts")
    several.call("accounts", 1, 2)
    several.equals([object_("Account", balance=1, closed=False), object_("Account", balance=2)])
    fluent = Case("Account.close")
    account = fluent.call("Account", 1)
    fluent.call("Account.close", on=account)
    fluent.equals(account).equals(True, of=account, attribute="closed")
    transfer = Case("Account.transfer")
    source, target = transfer.call("Account", 5), transfer.call("Account", 1)
    transfer.call("Account.transfer", 4, target, on=source)
    transfer.equals(target).equals(1, of=source, attribute="balance").equals(
        5, of=target, attribute="balance"
    )
    owned = Case("Account")
    owner = owned.call("shop.money:Account", "Ann")
    owned.call("Account", 1, owner=owner)
    owned.equals(owner, attribute="owner")
    text = Case("Account.from_text")
    text.call("Account.from_text", "12")
    text.equals(object_("Account", balance=12))
    closed = Case("Account.withdraw")
    other = closed.call("Account", 2)
    closed.assign(other, "balance", 7)
    closed.call("Account.withdraw", 1, on=other)
    closed.equals(6, of=other, attribute="balance")
    return built(several, fluent, transfer, owned, text, closed)


@example
def operators() -> Sequence[AssertedTest]:
    cases = []
    for name in ("__add__", "__eq__", "__len__", "__contains__"):
        case = Case(f"Account.{name}")
        account = case.call("Account", 3)
        if name == "__add__":
            case.call("Account.__add__", case.call("Account", 4), on=account)
            case.equals(7, attribute="balance")
        elif name == "__eq__":
            case.call("Account.__eq__", case.call("Account", 4), on=account)
            case.equals(False)
        elif name == "__len__":
            case.call("Account.__len__", on=account)
            case.equals(3)
        else:
            case.call("Account.__contains__", 4, on=account)
            case.equals(False)
        cases.append(case)
    same = Case("Account.__eq__")
    account = same.call("Account", 3)
    same.call("Account.__eq__", account, on=account)
    cases.append(same.equals(True))
    empty = Case("Account.is_empty", "self.balance == 0 is true")
    account = empty.call("Account")
    empty.attribute(account, "is_empty")
    return built(*cases, empty.equals(True))


@example
def iteration_and_coroutines() -> Sequence[AssertedTest]:
    down = Case("countdown", "start > 0 is true")
    down.call("countdown", 3)
    endless = Case("naturals")
    endless.call("naturals")
    fetched = Case("fetch")
    fetched.call("fetch", "a")
    return built(down.equals([3, 2, 1]), endless.equals(list(range(100))), fetched.equals({"key": "a"}))


@example
def results_that_are_called_or_entered() -> Sequence[AssertedTest]:
    called = Case("doubled")
    called.invoke(called.call("doubled", called.name("builtins:abs")), -3)
    called.equals(6)
    returned = Case("doubled", "function is given")
    returned.call("doubled", returned.name("builtins:len"))
    returned.equals(Encoded(kind="object", type="collections.abc:Callable", attributes={}, reference=None))
    entered = Case("opened", "not name is false")
    entered.enter(entered.call("opened", "a"))
    entered.equals("A")
    refused = Case("opened", "not name is true")
    refused.enter(refused.call("opened", ""))
    refused.raises("builtins:ValueError", "what shall be opened?")
    return built(called, returned, entered, refused)


@example
def values_of_the_library() -> Sequence[AssertedTest]:
    opened = Case("opened_on")
    opened.call("opened_on", 2024, 12)
    moment = made("datetime:datetime", 2024, 1, 2, 8, 30)
    opened.equals([moment, made("datetime:timedelta", hours=12), made("pathlib:Path", "shop/open")])
    described = Case("opened_on", "hours is None is true")
    described.call("opened_on", 2024, None)
    hours, price = made("builtins:range", 8, 20), made("decimal:Decimal", "1.50")
    described.equals({"hours": hours, "on": made("datetime:date", 2024, 1, 2), "price": price})
    zoned = Case("closed_at")
    zoned.call("closed_at", 2024)
    here = made("datetime:timezone", made("datetime:timedelta", hours=2))
    utc = member("datetime:timezone.utc")
    zoned.equals([made("datetime:datetime", 2024, 1, 2, tzinfo=zone) for zone in (utc, here)])
    return built(opened, described, zoned)


@example
def output_warnings_and_logs() -> Sequence[AssertedTest]:
    printed = Case("announce")
    printed.call("announce", "Ann")
    complaint = Case("complain")
    complaint.call("complain", "Ann")
    silent = Case("is_even")
    silent.call("is_even", 3)
    warned = Case("old_share")
    warned.call("old_share", 7, 2)
    logged = Case("audit")
    logged.call("audit", "Ann")
    briefly = Case("audit", "name is true")
    briefly.call("audit", "Bob")
    return built(
        printed.equals(3).prints("Welcome, Ann\n"),
        silent.equals(False).prints(""),
        complaint.prints("No, Ann\n", "err"),
        warned.warns("builtins:DeprecationWarning", "use share").equals(3),
        logged.logs("audit of Ann", "Ann was audited", level="INFO"),
        briefly.logs("Bob was audited"),
    )


@example
def environment() -> Sequence[AssertedTest]:
    return built(*_surrounded_cases())


def _surrounded_cases() -> Iterator[Case]:
    for name in ("Ann's", "Bob's"):
        named = Case("greeting").prepare(VariableStatement, "SHOP_NAME", name)
        named.call("greeting")
        yield named.equals(f"Welcome to {name}")
    asked = Case("greeting", "name is false").prepare(VariableStatement, "SHOP_NAME", None)
    asked.prepare(ConsoleStatement, ("Eve's",)).call("greeting")
    yield asked.equals("Welcome to Eve's")
    opened = Case("opening").prepare(FileStatement, "hours/today.txt", "8-20")
    opened.prepare(ClockStatement, 1_704_164_645.0, (("shop.account:datetime", "datetime.now"),))
    opened.call("opening", "hours/today.txt")
    yield opened.equals(False)
    names = (("shop.account:date", "date.today"), ("time:sleep", "sleep"), ("time:time", "time"))
    stamped = Case("stamp").prepare(ClockStatement, 1_704_164_645.0, names)
    stamped.prepare(ArgumentsStatement, ("program", "-v")).call("stamp")
    yield stamped.equals([2024, 1_704_164_645.0, ["-v"]])
    noted = Case("note").prepare(FolderStatement)
    noted.call("note", "milk", "zwei Flaschen für Ann")
    yield noted.leaves("milk", "zwei Flaschen für Ann")
    forgotten = Case("forget").prepare(FileStatement, "milk", "one")
    forgotten.call("forget", "milk")
    yield forgotten.leaves("milk", None)
    homely = Case("preferred").prepare(FileStatement, "~/.shop", None)
    homely.prepare(FileStatement, "~/.shop/favourite", "é").call("preferred")
    yield homely.equals(True)
    homeless = Case("preferred").prepare(FolderStatement, True)
    homeless.call("preferred")
    yield homeless.equals(False)
    misplaced = Case("opening").prepare(FolderStatement)
    misplaced.call("opening", "hours.txt")
    yield misplaced.raises("builtins:FileNotFoundError")
    unreadable = Case("opening").prepare(FileStatement, "hours.txt", b"\xff")
    unreadable.call("opening", "hours.txt")
    yield unreadable.raises("builtins:UnicodeDecodeError", "'utf-8' codec can't decode byte 0xff")
    drawn = Case("lucky").prepare(ChanceStatement, 3)
    drawn.call("lucky")
    yield drawn.equals(2)


@example
def places() -> Sequence[AssertedTest]:
    return built(*_elsewhere())


def _elsewhere() -> Iterator[Case]:
    unmoved = Case("motto").prepare(PathStatement, "shop.account:MOTTO", "@/motto")
    unmoved.call("motto")
    yield unmoved.equals("none")
    moved = Case("motto").prepare(FileStatement, "@/motto", "buy")
    moved.prepare(PathStatement, "shop.account:MOTTO", "@/motto").call("motto")
    yield moved.equals("buy")
    kept = Case("keep_motto").prepare(PathStatement, "shop.account:FOLDER", "@/")
    kept.call("keep_motto", "sell")
    yield kept.leaves("@/motto", "sell")
    for seconds, is_old in ((1_600_000_000.0, True), (1_704_164_645.0, False)):
        aged = Case("is_old").prepare(AgeStatement, "a", seconds).prepare(FileStatement, "a", "")
        aged.call("is_old", "a")
        yield aged.equals(is_old)
    for error, text in (("EACCES", "Permission denied"), ("ENOSPC", "No space left on device")):
        full = Case("archive").prepare(FailureStatement, "builtins:open", error, text)
        full.call("archive", "x")
        yield full.equals(text)


@example
def a_clock_that_goes_on() -> Sequence[AssertedTest]:
    timed = Case("duration").prepare(ClockStatement, 1_704_164_645.0, (("time:time", "time"),), 61.0)
    timed.call("duration")
    return built(timed.equals(61.0))


@example
def compressed() -> Sequence[AssertedTest]:
    return built(*_compressed())


def _compressed() -> Iterator[Case]:
    for line in ("milk", "Käse"):
        packed = Case("unpacked").prepare(FileStatement, "orders.gz", line, "gzip")
        packed.call("unpacked")
        yield packed.equals(line)
    listed = Case("members").prepare(FileStatement, "a.zip", "x", "zip", "b.txt")
    listed.call("members", "a.zip")
    yield listed.equals(["b.txt"])


@example
def machine() -> Sequence[AssertedTest]:
    return built(*_facts())


def _facts() -> Iterator[Case]:
    for processors, clerks in ((None, 1), (4, 3)):
        counted = Case("clerks").prepare(FactStatement, "os:cpu_count", "os.cpu_count", (processors,))
        counted.call("clerks")
        yield counted.equals(clerks)
    asked = Case("is_asked").prepare(ConsoleStatement, ("Eve",))
    asked.prepare(FactStatement, "sys:stdin.isatty", "isatty", (True,)).call("is_asked")
    yield asked.equals(True)
    identifiers = [f"00000000-0000-4000-8000-00000000000{digit}" for digit in (1, 2)]
    for given in (identifiers, identifiers[:1]):
        drawn = Case("tickets").prepare(FactStatement, "shop.account:uuid4", "uuid.uuid4", tuple(given))
        drawn.call("tickets", len(given))
        yield drawn.equals(given)
    chosen = Case("coupon").prepare(FactStatement, "secrets:choice", "secrets.choice", (2,))
    chosen.prepare(FactStatement, "secrets:token_hex", "secrets.token_hex", ("01",)).call("coupon")
    yield chosen.equals("a01")


@example
def names_that_collide() -> Sequence[AssertedTest]:
    split = Case("list")
    split.call("list", "a-b", type="-")
    down = Case("countdown")
    down.call("countdown", 0)
    card = Case("TestCard")
    card.call("TestCard", 4)
    host = Case("test_connection")
    host.call("test_connection", "localhost")
    changed = Case("append")
    items = changed.collection("list", 1)
    changed.call("append", items, 2)
    return built(
        split.equals(["a", "b"]),
        down.equals([]),
        card.equals(4, attribute="number"),
        host.equals(True),
        changed.equals([1, 2], of=items),
    )


@example
def texts() -> Sequence[AssertedTest]:
    cases = []
    for text in (
        "",
        "Hello World",
        'say "hi"',
        "it's",
        "\ud800 and \x00",
        "Grüße",
        "a long text that goes on and on\nover many lines and many words until it is too long for one line",
        "x" * 150,
    ):
        case = Case("slugify")
        case.call("slugify", text)
        cases.append(case.equals("-".join(text.lower().split())))
    return built(*cases)


@example
def values() -> Sequence[AssertedTest]:
    given: list[object] = [b"\x00\xff", 1 + 2j, -5, 10**30, [], {}, (1,), [{"a": (1, 2)}, []], {3, 1}, set()]
    cases = []
    for value in given:
        case = Case("echo")
        case.call("echo", _arranged(case, value))
        cases.append(case.equals(value))
    text_of = Case("echo", "value is a signal")
    text_of.call("echo", "<Signal 'a' 17>")
    kind = Case("kind_of")
    kind.call("kind_of", None)
    member_of = Case("upgrade")
    member_of.call("upgrade", member_of.name("Kind.BASIC"))
    return built(
        *cases,
        text_of.equals(Encoded(kind="prefix", type="str", text="<Signal '")),
        kind.equals(Encoded(kind="class", path="builtins:NoneType")),
        member_of.equals(member("Kind.GOLD")),
    )


def _arranged(case: Case, value: object) -> object:
    """A value as statements."""
    match value:
        case list() | tuple() | set():
            kind = type(value).__name__
            return case.collection(kind, *(_arranged(case, item) for item in value))  # type: ignore[arg-type]
        case dict():
            parts = [_arranged(case, part) for pair in value.items() for part in pair]
            return case.collection("dict", *parts)
    return value
