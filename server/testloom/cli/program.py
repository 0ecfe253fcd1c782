"""The program: runs one command and returns its exit status."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext

from testloom.cli.interrupt import INTERRUPTED
from testloom.cli.reading.arguments import parse_arguments
from testloom.cli.showing.output import complain, complaining
from testloom.model.errors import TestloomError, UsageError
from testloom.model.texts.foreign import shown
from testloom.platform.garbage import collect_seldom

_WRITING = ("generate", "integrate", "carve", "continuous")
"""The commands that write tests; if interrupted, they report the files that were written."""


def run(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit status."""
    command = ""
    collect_seldom()  # imports of commands make most objects
    try:
        options = parse_arguments(argv)
        command = options.command
        with nullcontext() if command == "serve" else complaining():
            status = _run(options)
        if not sys.stdout.closed:  # it is closed after the language server has ended
            sys.stdout.flush()
        return status
    except TestloomError as error:
        complain(str(error))
        return 2 if isinstance(error, UsageError) else 1
    except KeyboardInterrupt as interrupt:
        written = ", ".join(str(file) for file in interrupt.args)
        complain(f"Interrupted. Written: {written or 'nothing'}." if command in _WRITING else "Interrupted.")
        return INTERRUPTED
    except BrokenPipeError:  # the reader, such as `head`, has ended: buffered output cannot be written
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:
        from testloom.store import keep_failure

        complain(f"A bug in Testloom ({shown(repr(error))}). {keep_failure(error)}")
        return 1


def _run(options: argparse.Namespace) -> int:
    match options.command:
        case "generate" | "integrate":
            from testloom.cli.commands.generate import run_generate

            return run_generate(options)
        case "record":
            from testloom.cli.commands.record import run_record

            return run_record(options)
        case "continuous":
            from testloom.cli.commands.continuous import run_continuous

            return run_continuous(options)
        case "carve":
            from testloom.cli.commands.carve import run_carve

            return run_carve(options)
        case "coverage" | "test":
            from testloom.cli.commands.coverage import run_coverage
            from testloom.cli.commands.test import run_test

            return run_coverage(options) if options.command == "coverage" else run_test(options)
        case "explain":
            from testloom.cli.commands.explain import run_explain

            return run_explain(options)
        case "doctor":
            from testloom.cli.commands.doctor import run_doctor

            return run_doctor(options)
        case _:
            from testloom.lsp import serve

            serve(options.tcp)
            return 0
