"""The real language server with a fake worker, and a fake of what runs while nobody works."""

import os
import sys
from pathlib import Path

from testloom.lsp import serve
from testloom.lsp.jobs.idle_generation import Idle

HERE = Path(__file__).parent
WORKER = (sys.executable, str(HERE / "fake_worker.py"))
IDLE = Idle(
    command=(sys.executable, str(HERE / "fake_rover.py")),
    seconds=0.3,
    on_battery=lambda: "TESTLOOM_ON_BATTERY" in os.environ,
)

if __name__ == "__main__":
    serve(worker=WORKER, idle=IDLE)
