"""The agent's use of the operating system: processes, signals, timers, limits, kernel enforcement.

No other part of the agent uses it directly, so a port to a platform other than POSIX replaces this
package.
"""
