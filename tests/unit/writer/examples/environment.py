"""The environment of calls, and what they leave: output, files, the clock, the machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from testloom.capabilities.console import ConsoleStatement
from testloom.capabilities.files.statement import FolderStatement, PathStatement
from testloom.capabilities.machine.statement import FactStatement
from testloom.capabilities.randomness import ChanceStatement
from testloom.capabilities.variables import VariableStatement
from testloom.model.statements.environment import (
    AgeStatement,
    ArgumentsStatement,
    ClockStatement,
    FailureStatement,
    FileStatement,
)
from testloom.model.suite import AssertedTest

from ..building import Case, built


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


def a_clock_that_goes_on() -> Sequence[AssertedTest]:
    timed = Case("duration").prepare(ClockStatement, 1_704_164_645.0, (("time:time", "time"),), 61.0)
    timed.call("duration")
    return built(timed.equals(61.0))


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


def machine() -> Sequence[AssertedTest]:
    return built(*_facts())


def _facts() -> Iterator[Case]:
    for processors, clerks in ((None, 1), (4, 3)):
        counted = Case("clerks").prepare(FactStatement, "os:cpu_count", "os.cpu_count", (processors,))
        counted.call("clerks")
        yield counted.equals(clerks)
    for name, number in (("os.sched_getaffinity", 2), ("os.getloadavg", 1), ("os.statvfs", 9)):
        measured = Case("clerks").prepare(FactStatement, "os:cpu_count", "os.cpu_count", (4,))
        measured.prepare(FactStatement, name.replace(".", ":"), name, (number,)).call("clerks")
        yield measured.equals(3)
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


EXAMPLES = (
    output_warnings_and_logs,
    environment,
    places,
    a_clock_that_goes_on,
    compressed,
    machine,
)
