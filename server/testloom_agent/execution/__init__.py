"""Executes test cases, which are data, against the loaded subject.

The zygote loads the subject once and forks runners; a runner interprets test cases and leaves results in
shared memory. Start reading at `zygote`, then `runner` and `interpreter`.
"""
