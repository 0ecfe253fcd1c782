import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

SLOW = {"libcst", "lsprotocol", "pygls", "rich", "black", "coverage", "testloom.generation", "testloom.lsp"}


@pytest.mark.parametrize("command", ["generate", "doctor", "serve"])
def test_the_command_line_is_read_without_the_libraries_of_any_command(command: str) -> None:
    code = (
        "import sys\nfrom testloom.cli import main\n"
        f"try:\n    main([{command!r}, '--help'])\nexcept SystemExit:\n    pass\n"
        "print(sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=30
    )

    loaded = {name for name in SLOW if repr(name) in done.stderr}
    assert not loaded


def test_a_job_begins_without_libraries_that_it_needs_late_or_for_existing_files_only() -> None:
    code = "import sys, testloom.generation\nprint(*sys.modules, sep='\\n')"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=30
    )

    assert {"black", "libcst", "lsprotocol", "pygls"}.isdisjoint(done.stdout.split())


@pytest.mark.skipif(os.name == "nt", reason="no signals as on POSIX")
@pytest.mark.parametrize(
    "module", ["testloom.cli.program", "testloom.cli.commands.generate", "testloom.generation"]
)
def test_ctrl_c_while_a_command_starts_ends_it_without_a_traceback(tmp_path: Path, module: str) -> None:
    (tmp_path / "shop.py").write_text("def half(n):\n    return n / 2\n")
    interrupting = (
        "import os, signal, sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}:\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from testloom.cli import main\n"
        f"sys.exit(main(['generate', 'shop.py', '--python', {sys.executable!r}]))\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", interrupting],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert done.returncode in (130, -signal.SIGINT)
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "test_shop.py").exists()
