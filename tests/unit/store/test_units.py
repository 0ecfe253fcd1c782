from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import get_args

import pytest

from testloom.model.environment import (
    ArgumentsStatement,
    ChanceStatement,
    ClockStatement,
    ConsoleStatement,
    EnvironmentStatement,
    FactStatement,
    FileStatement,
    FolderStatement,
    PathStatement,
    StateStatement,
    VariableStatement,
)
from testloom.model.history import KeptTest, UnitRecord, UnitRun
from testloom.model.statements import (
    Answer,
    AssignmentStatement,
    AttributeStatement,
    CallStatement,
    CollectionStatement,
    DoubleStatement,
    EnterStatement,
    InvokeStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    TestCase,
)
from testloom.store import UnitHistory, open_store

CASE = TestCase(
    (
        LiteralStatement(1, "a\ud800b"),
        LiteralStatement(2, b"\xff"),
        LiteralStatement(3, 1 - 2j),
        CollectionStatement(4, "dict", (1, 2)),
        ReferenceStatement(5, "shop:Kind.SMALL"),
        DoubleStatement(6, "shop:Bank", ("pay",), (Answer("pay()", 3), Answer("close()", 5, True))),
        CallStatement(7, "shop:Account", None, (1,), (("bank", 6),)),
        AttributeStatement(8, 7, "balance"),
        AssignmentStatement(9, 7, "limit", 3),
        InvokeStatement(10, 8, (1,), (("x", 2),)),
        EnterStatement(11, 7),
        EnterStatement(12, 7, 8),
        FolderStatement(13, True),
        FileStatement(14, "a/b.txt", b"\xfe"),
        FileStatement(15, "~/c", None),
        VariableStatement(16, "HOME", None),
        ConsoleStatement(17, ("yes",), ("getpass:getpass",)),
        ArgumentsStatement(18, ("prog", "-v")),
        ClockStatement(19, 5.0, (("shop:now", "datetime"),)),
        ChanceStatement(20, 4),
        StateStatement(21, "shop:LIMIT", 3),
        PathStatement(23, "shop:HERE", "@/shop"),
        FactStatement(22, "shop:cpu_count", "os.cpu_count", (4, b"\xff", None)),
    )
)
ACCOUNT = UnitRecord(
    "shop:Account",
    "content",
    "fingerprint",
    ("a", "b"),
    {"b": "needs-value"},
    (KeptTest("test_account", CASE.wire, ("a",)),),
    "tests/test_shop.py",
    (UnitRun(2, 1, 3.5, True),),
    4,
    12.5,
)


def test_a_record_comes_back_with_every_kind_of_statement(tmp_path: Path) -> None:
    with open_store(tmp_path / "store.db") as database:
        UnitHistory(database, "shop").remember([ACCOUNT])

    with open_store(tmp_path / "store.db") as database:
        known = UnitHistory(database, "shop").all()
        assert known == {"shop:Account": ACCOUNT}
        assert known["shop:Account"].tests[0].case == CASE
        assert UnitHistory(database, "other").all() == {}
    assert (ACCOUNT.covered, ACCOUNT.missed, ACCOUNT.statements) == (1, 1, len(CASE))


def test_no_kind_of_statement_is_forgotten_here() -> None:
    kinds = {*get_args(Statement), *EnvironmentStatement.__subclasses__()} - {EnvironmentStatement}

    assert {type(statement).__name__ for statement in CASE} == {kind.__name__ for kind in kinds}


def test_units_can_be_forgotten(tmp_path: Path) -> None:
    with open_store(tmp_path / "store.db") as database:
        history = UnitHistory(database, "shop")
        history.remember([ACCOUNT])
        history.remember([], forgotten=["shop:Account"])

        assert history.all() == {}


def test_a_record_that_cannot_be_read_costs_only_itself(tmp_path: Path) -> None:
    with open_store(tmp_path / "store.db") as database:
        history = UnitHistory(database, "shop")
        history.remember([ACCOUNT])
        with database.transaction() as cursor:
            cursor.execute("INSERT INTO unit VALUES ('shop', 'shop:f', '{}', '[]')")

        assert list(history.all()) == ["shop:Account"]


WRITING = """
import sys
from dataclasses import replace
from itertools import count
from pathlib import Path
from testloom.model.history import UnitRecord
from testloom.store import UnitHistory, open_store
with open_store(Path(sys.argv[1])) as database:
    history = UnitHistory(database, "shop")
    for number in count():
        history.remember([UnitRecord(f"shop:f{number}", "c" * 500, "f")])
        print(number, flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL")
def test_what_was_recorded_survives_a_kill_at_any_moment(tmp_path: Path) -> None:
    for seed in range(8):
        path = tmp_path / f"{seed}.db"
        process = subprocess.Popen(
            [sys.executable, "-c", WRITING, str(path)], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(random.Random(seed).random() / 10)
        process.send_signal(signal.SIGKILL)
        told = [
            0,
            *(int(line) for line in process.stdout.read().splitlines(keepends=True) if line.endswith("\n")),
        ]
        process.stdout.close()
        process.wait()

        with open_store(path) as database:
            records = UnitHistory(database, "shop").all()
        assert set(records) >= {f"shop:f{number}" for number in told}
