from __future__ import annotations

import pytest

from testloom.cli.reading.arguments import parse_arguments
from testloom.model.errors import UsageError


def test_generate_takes_targets_and_settings() -> None:
    options = parse_arguments(
        ["generate", "a.py", "b.py::C", "--budget", "2.5", "--seed", "-3", "--executions", "9", "--json"]
    )

    assert options.command == "generate"
    assert options.targets == ["a.py", "b.py::C"]
    assert (options.budget, options.seed, options.executions, options.json) == (2.5, -3, 9, True)
    assert (options.python, options.root, options.out) == (None, None, None)


def test_integrate_takes_a_caller_and_a_callee() -> None:
    options = parse_arguments(["integrate", "a.py::A", "b.py::B", "--budget", "3"])

    assert options.targets == ["a.py::A", "b.py::B"]
    assert options.budget == 3


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:9000", ("127.0.0.1", 9000)),
        ("localhost:9000", ("127.0.0.1", 9000)),
        (":0", ("127.0.0.1", 0)),
        ("[::1]:80", ("::1", 80)),
    ],
)
def test_serve_takes_an_address(text: str, address: tuple[str, int]) -> None:
    assert parse_arguments(["serve", "--tcp", text]).tcp == address
    assert parse_arguments(["serve"]).tcp is None


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ([], "required: COMMAND"),
        (["weave"], "invalid choice: 'weave'"),
        (["continuous"], "--budget --executions is required"),
        (["continuous", "--budget", "0"], "'0' is not a positive number of minutes"),
        (["continuous", "--budget", "1", "--executor", "local:"], "'local:' is not local, local:N or dask"),
        (["continuous", "--budget", "1", "--executor", "cloud"], "'cloud' is not local, local:N or dask"),
        (["continuous", "--budget", "1", "--floor", "101"], "'101' is not a number from 0 to 100"),
        (["generate"], "required: TARGET"),
        (["integrate", "a.py"], "required: CALLEE"),
        (["generate", "a.py", "--bud", "3"], "unrecognized arguments: --bud 3"),
        (["generate", "a.py", "--budget", "abc"], "'abc' is not a positive number of seconds"),
        (["generate", "a.py", "--budget", "-5"], "'-5' is not a positive number of seconds"),
        (["generate", "a.py", "--budget", "0"], "'0' is not a positive number of seconds"),
        (["generate", "a.py", "--budget", "nan"], "'nan' is not a positive number of seconds"),
        (["generate", "a.py", "--budget", "inf"], "'inf' is not a positive number of seconds"),
        (["generate", "a.py", "--seed", "1.5"], "'1.5' is not an integer"),
        (["generate", "a.py", "--executions", "0"], "'0' is not an integer from 1 to 1,000,000,000"),
        (["generate", "a.py", "--executions", "9" * 5000], "'9999.*' is not an integer"),
        (["generate", "a.py", "--executions", "10000000000"], "is not an integer from 1 to 1,000,000,000"),
        (["generate", "a.py", "--seed", "9" * 30], "is not an integer from -9,223"),
        (["generate", "a.py", "--budget", "1e9"], "'1e9' is more than 604,800 seconds"),
        (["generate", "a.py", "--allow", "git"], "'git' is not write:PATH, run:PROGRAM or connect:HOST"),
        (["continuous", "--budget", "1e5"], "'1e5' is more than 10,080 minutes"),
        (["continuous", "--budget", "1", "--executor", "local:9999"], "from 1 to 1,024"),
        (["carve", "a.testloom", "--depth", "101"], "is not an integer from 0 to 100"),
        (["serve", "--tcp", "0.0.0.0:80"], "'0.0.0.0' can be reached from elsewhere; use 127.0.0.1"),
        (["serve", "--tcp", "[::]:80"], "'::' can be reached from elsewhere"),
        (["serve", "--tcp", "example.org:80"], "'example.org' can be reached from elsewhere"),
        (["serve", "--tcp", "localhost"], "'localhost' is not HOST:PORT"),
        (["serve", "--tcp", "localhost:99999"], "'localhost:99999' is not HOST:PORT"),
    ],
)
def test_a_wrong_command_line_is_told_in_one_message(argv: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        parse_arguments(argv)

    assert "--help" in str(caught.value)
    assert "\n" not in str(caught.value)
