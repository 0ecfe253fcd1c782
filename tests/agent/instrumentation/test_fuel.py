"""What does not end runs out of fuel."""

from __future__ import annotations

import pytest

from testloom_agent.instrumentation.tracing.tracer import OutOfFuel
from tests.agent.instrumentation.instrumented import Subject


@pytest.mark.parametrize(
    "body",
    [
        "while True: pass",
        "while True:\n        try: pass\n        except BaseException: pass",
        "while True:\n        try:\n            while True: pass\n        except: continue",
        "while True:\n        try:\n            for _ in iter(int, 1): pass\n        finally: continue",
        "import contextlib\n    while True:\n        with contextlib.suppress(BaseException): run()",
        "for _ in iter(int, 1): pass",
    ],
)
def test_what_does_not_end_runs_out_of_fuel(body: str) -> None:
    subject = Subject(f"def run():\n    {body}\n")
    subject.tracer.begin(200)

    with pytest.raises(OutOfFuel):
        subject.names["run"]()


def test_fuel_stops_at_the_same_place_and_is_there_again_after_the_run() -> None:
    subject = Subject("""
        seen = []
        def run():
            for number in range(100):
                seen.append(number)
    """)
    for _ in range(2):
        subject.names["seen"].clear()
        subject.tracer.begin(10)
        with pytest.raises(OutOfFuel):
            subject.names["run"]()
        subject.tracer.end()
        assert subject.names["seen"] == list(range(9))

    subject.names["run"]()
    assert len(subject.names["seen"]) == 109


def test_a_ration_takes_fuel_away_and_gives_none() -> None:
    subject = Subject("""
        seen = []
        def run():
            for number in range(100):
                seen.append(number)
    """)
    for fuel, ration in ((90, 11), (11, 90)):
        subject.names["seen"].clear()
        subject.tracer.begin(fuel)
        subject.tracer.ration(ration)
        with pytest.raises(OutOfFuel):
            subject.names["run"]()

        assert len(subject.names["seen"]) == 10


def test_what_uses_its_ration_without_reaching_anything_new_goes_round() -> None:
    subject = Subject("""
        def run(count, stop):
            for number in range(count):
                if number == stop:
                    return "stopped"
    """)
    tracer = subject.tracer
    tracer.begin(1_000)
    subject.names["run"](3, -1)
    tracer.ration(200)

    subject.names["run"](20, -1)
    assert not tracer.goes_round(30)
    subject.names["run"](20, -1)
    assert tracer.goes_round(30)
    subject.names["run"](20, 5)
    assert not tracer.goes_round(30)
    subject.names["run"](20, 5)
    assert not tracer.goes_round(30)


def test_filling_up_does_not_change_the_namespace() -> None:
    subject = Subject("def run():\n    pass\n")
    before = dict(subject.names)
    for fuel in (5, 0, 900_000):
        subject.run("run", fuel=fuel) if fuel else subject.tracer.exhaust()

    assert all(subject.names[name] is value for name, value in before.items())
