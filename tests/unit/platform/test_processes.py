import os
import sys
from pathlib import Path

import pytest

from testloom.platform.processes import spare_seconds


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux")
def test_time_that_could_wait_is_spare_on_processors_of_ours(tmp_path: Path) -> None:
    own, times = sorted(os.sched_getaffinity(0)), tmp_path / "stat"
    lines = [f"cpu{number} 1000 20 3000 4 50 6000 7000 0 0 0" for number in (*own, own[-1] + 1)]
    times.write_text("\n".join(["cpu  9 9 9 9 9 9 9 9 9 9", *lines, "intr 12 0", ""]))

    assert spare_seconds(times) == len(own) * 74 / os.sysconf("SC_CLK_TCK")
