"""The project's benchmark: public modules, the same budget for each tool, judged by what the tests do.

`python -m tests.quality --help` is the way in; docs/benchmarks.md says what is measured and how. Start
reading in `__main__`. `tools` runs a generator, `judgement` looks at nothing but the files it wrote,
`report` shows the results. `executions_per_second` measures the agent alone.
"""
