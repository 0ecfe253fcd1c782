"""The real language server with a fake worker, and a fake of what runs while nobody works."""

import os
import sys
from pathlib import Path

from testloom.lsp import serve
from testloom.lsp.jobs.roaming import Idle

if __name__ == "__main__":
    here = Path(__file__).parent
    rover = (sys.executable, str(here / "fake_rover.py"))
    serve(
        worker=[sys.executable, str(here / "fake_worker.py")],
        idle=Idle(rover, 0.3, lambda: "TESTLOOM_ON_BATTERY" in os.environ),
    )
