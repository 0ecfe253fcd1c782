"""What runs in the project's interpreter: loads the subject instrumented, describes it, runs test cases.

Standard library only. Start reading at `session`, which answers a worker's requests; `loading` and
`instrumentation` turn the subject's source into watched code, `reflection` describes it, `execution` runs
test cases in forked processes, `guard` keeps them from doing harm.
"""
