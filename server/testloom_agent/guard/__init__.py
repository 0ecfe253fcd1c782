"""The guard: keeps the subject away from the user's files, network and processes.

An audit hook explains what it refuses; where the kernel has Landlock, Landlock refuses operations that
the hook does not see, and seccomp connections and programs. Read `policy` first, then `landlock`.
"""

from testloom_agent.guard.policy import Denied, Guard, install

__all__ = ["Denied", "Guard", "install"]
