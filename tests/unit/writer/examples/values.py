"""Values as arguments and results."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from testloom.model.observed import Class, Prefix
from testloom.model.statements import CollectionKind
from testloom.model.suite import AssertedTest

from ..building import Case, built, made, member


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
        text_of.equals(Prefix("<Signal '")),
        kind.equals(Class("builtins:NoneType")),
        member_of.equals(member("Kind.GOLD")),
    )


SEQUENCES: Mapping[type, CollectionKind] = {list: "list", tuple: "tuple", set: "set"}


def _arranged(case: Case, value: object) -> object:
    """A value as statements."""
    match value:
        case list() | tuple() | set():
            return case.collection(SEQUENCES[type(value)], *(_arranged(case, item) for item in value))
        case dict():
            parts = [_arranged(case, part) for pair in value.items() for part in pair]
            return case.collection("dict", *parts)
    return value


EXAMPLES = (
    truth_values,
    numbers,
    values_of_the_library,
    texts,
    values,
)
