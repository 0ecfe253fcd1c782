"""What the agent asks of the operating system: processes, signals, timers, limits, what the kernel enforces.

Nothing else of the agent does, so this is what another platform than POSIX needs.
"""
