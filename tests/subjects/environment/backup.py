"""Makes an archive with another program."""

import subprocess


def back_up(folder: str) -> str:
    try:
        done = subprocess.run(
            ["tar", "-czf", f"{folder}.tar.gz", folder], capture_output=True, text=True, timeout=60
        )
    except FileNotFoundError:
        return "tar is not installed"
    except subprocess.TimeoutExpired:
        return "tar took too long"
    if done.returncode == 1:
        return "some files changed"
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip() or "tar failed")
    return "done"
