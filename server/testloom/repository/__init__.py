"""What git knows of a project, asked without running anything that the repository names."""

from testloom.repository.git import git, is_ignored
from testloom.repository.ignored import ignored_files
from testloom.repository.tracked import is_tracked

__all__ = ["git", "ignored_files", "is_ignored", "is_tracked"]
