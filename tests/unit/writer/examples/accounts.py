"""Classes with rules: objects, their operators, and what becomes of them."""

from __future__ import annotations

from collections.abc import Sequence

from testloom.model.observed import Instance
from testloom.model.suite import AssertedTest

from ..building import Case, Ref, built, member, object_


def withdrawal(balance: int, amount: int, *covers: str) -> Case:
    case = Case("Account.withdraw", *covers)
    account = case.call("Account", balance)
    case.call("Account.withdraw", amount, on=account)
    return case


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


def operators() -> Sequence[AssertedTest]:
    cases = []
    for name in ("__add__", "__rmul__", "__eq__", "__len__", "__contains__"):
        case = Case(f"Account.{name}")
        account = case.call("Account", 3)
        if name == "__add__":
            case.call("Account.__add__", case.call("Account", 4), on=account)
            case.equals(7, attribute="balance")
        elif name == "__rmul__":
            case.call("Account.__rmul__", 2, on=account)
            case.equals(6, attribute="balance")
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


def iteration_and_coroutines() -> Sequence[AssertedTest]:
    down = Case("countdown", "start > 0 is true")
    down.call("countdown", 3)
    endless = Case("naturals")
    endless.call("naturals")
    fetched = Case("fetch")
    fetched.call("fetch", "a")
    return built(down.equals([3, 2, 1]), endless.equals(list(range(100))), fetched.equals({"key": "a"}))


def results_that_are_called_or_entered() -> Sequence[AssertedTest]:
    called = Case("doubled")
    called.invoke(called.call("doubled", called.name("builtins:abs")), -3)
    called.equals(6)
    returned = Case("doubled", "function is given")
    returned.call("doubled", returned.name("builtins:len"))
    returned.equals(Instance("collections.abc:Callable", {}))
    entered = Case("opened", "not name is false")
    entered.enter(entered.call("opened", "a"))
    entered.equals("A")
    refused = Case("opened", "not name is true")
    refused.enter(refused.call("opened", ""))
    refused.raises("builtins:ValueError", "what shall be opened?")
    return built(called, returned, entered, refused)


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


EXAMPLES = (
    a_class_with_rules,
    objects,
    operators,
    iteration_and_coroutines,
    results_that_are_called_or_entered,
    names_that_collide,
)
