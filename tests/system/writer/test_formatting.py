from __future__ import annotations

import subprocess
import sys

AT_ONCE = """
import sys
import threading
from testloom.writer.files.formatting import formatted
from testloom.writer.project.style import ProjectStyle

sys.setswitchinterval(1e-6)
start = threading.Barrier(4)

def run():
    start.wait()
    print(formatted("x  =  1\\n", ProjectStyle()), end="")

threads = [threading.Thread(target=run) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_threads_that_format_for_the_first_time_at_once_all_do() -> None:
    run = subprocess.run(
        [sys.executable, "-c", AT_ONCE], capture_output=True, text=True, timeout=60, check=True
    )
    assert (run.stdout, run.stderr) == ("x = 1\n" * 4, "")
