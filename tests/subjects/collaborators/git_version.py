"""The version of a working copy, as git describes it."""

import subprocess


def version(folder: str) -> str:
    try:
        done = subprocess.run(
            ["git", "describe", "--tags"], cwd=folder, capture_output=True, text=True, check=True
        )
    except FileNotFoundError:
        return "no git"
    except subprocess.CalledProcessError as error:
        return "no tags" if error.returncode == 128 else "unknown"
    text = done.stdout.strip()
    if "-" in text:
        return text.partition("-")[0] + "+dev"
    return text
