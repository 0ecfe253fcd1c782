from __future__ import annotations

import signal
import sys

import pytest

from testloom.cli.interrupt import interruptible
from testloom.cli.program import run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_interrupt_is_a_request_and_the_second_ends_at_once(
    number: signal.Signals, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(KeyboardInterrupt), interruptible("Writing.") as interrupt:
        signal.raise_signal(number)
        assert interrupt.is_wanted()
        assert capsys.readouterr().err == "testloom: Writing. Press Ctrl+C again to stop at once.\n"
        signal.raise_signal(number)


def test_the_first_interrupt_ends_at_once_what_has_come_to_nothing_yet(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(KeyboardInterrupt), interruptible("Writing.", lambda: False) as interrupt:
        signal.raise_signal(signal.SIGINT)

    assert interrupt.is_wanted()
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("command", "told"), [("generate", "Interrupted. Written: nothing."), ("coverage", "Interrupted.")]
)
def test_what_was_written_is_told_of_commands_that_write_tests(
    command: str, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(options: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("testloom.cli.program._run", interrupted)
    arguments = [command, "shop.py"] if command == "generate" else [command]

    assert run(arguments) == 130
    assert capsys.readouterr().err == f"testloom: {told}\n"
