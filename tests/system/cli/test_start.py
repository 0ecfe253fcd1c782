import subprocess
import sys

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
