"""The project's repository: git's knowledge of it and its files, read without running any of its code."""

from testloom.repository.environments import fingerprint
from testloom.repository.git import git, is_ignored
from testloom.repository.ignored import ignored_files
from testloom.repository.reading import MOST_BYTES, read_bytes, read_text
from testloom.repository.tracked import is_tracked, tracked_part

__all__ = [
    "MOST_BYTES",
    "fingerprint",
    "git",
    "ignored_files",
    "is_ignored",
    "is_tracked",
    "read_bytes",
    "read_text",
    "tracked_part",
]
