"""The agent, which runs in the project's interpreter.

It instruments, loads and describes the subject, and runs test cases. Standard library only.

Start reading at `session`, which answers a worker's requests; `loading` and `instrumentation`
instrument the subject's source with probes, `reflection` describes the subject, `execution` runs test
cases in forked processes, `guard` keeps them from doing harm.
"""
