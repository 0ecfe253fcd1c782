"""Keeps the subject away from the user's files, network and processes.

An audit hook explains what it refuses; where the kernel has Landlock, that refuses what slips past the hook.
Read `policy` first, then `landlock`.
"""

from testloom_agent.guard.policy import Denied, Guard, install

__all__ = ["Denied", "Guard", "install"]
