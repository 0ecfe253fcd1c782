from __future__ import annotations

import sys
import time
import weakref

import pytest

from testloom.platform.interrupts import interrupts_kept


class Thing:
    """Something that weak references lead to."""


def interrupt(_: object) -> None:
    raise KeyboardInterrupt


def test_an_interrupt_that_python_only_prints_comes_again_at_once() -> None:
    def lose_one() -> None:
        thing = Thing()
        reference = weakref.ref(thing, interrupt)
        del thing
        assert reference() is None
        time.sleep(60)

    start = time.monotonic()
    with interrupts_kept(), pytest.raises(KeyboardInterrupt):
        lose_one()
    assert time.monotonic() - start < 30


def test_what_else_python_only_prints_it_prints(capsys: pytest.CaptureFixture[str]) -> None:
    def fail(_: object) -> None:
        raise ValueError("lost")

    def lose_one() -> None:
        thing = Thing()
        reference = weakref.ref(thing, fail)
        del thing
        assert reference() is None

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "unraisablehook", sys.__unraisablehook__)
        with interrupts_kept():
            lose_one()

    assert "ValueError: lost" in capsys.readouterr().err
