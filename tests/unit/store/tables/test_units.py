from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from testloom.capabilities import KINDS
from testloom.model.progress.history import KeptTest, UnitRecord, UnitRun
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.store import UnitHistory, open_store

CASE = TestCase((LiteralStatement(1, "a\ud800b"), CallStatement(2, "shop:Account", None, (1,))))
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


def test_a_record_comes_back_as_it_was(tmp_path: Path) -> None:
    with open_store(tmp_path / "store.db") as database:
        UnitHistory(database, "shop").remember([ACCOUNT])

    with open_store(tmp_path / "store.db") as database:
        known = UnitHistory(database, "shop").all()
        assert known == {"shop:Account": ACCOUNT}
        assert known["shop:Account"].tests[0].case(KINDS) == CASE
        assert UnitHistory(database, "other").all() == {}
    assert (ACCOUNT.covered, ACCOUNT.missed, ACCOUNT.statements) == (1, 1, len(CASE))


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
from testloom.model.progress.history import UnitRecord
from testloom.store import UnitHistory, open_store
with open_store(Path(sys.argv[1])) as database:
    history = UnitHistory(database, "shop")
    for number in count():
        history.remember([UnitRecord(f"shop:f{number}", "c" * 500, "f")])
        print(number, flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL")
@pytest.mark.process
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
