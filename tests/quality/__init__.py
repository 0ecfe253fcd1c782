"""Measurements: how good the tests are that Testloom writes, and what writing them costs.

Each file here is a measurement that is run, `python -m tests.quality.NAME --help`; docs/benchmarks.md says
what came of most.

* From commit to commit: `bench` (modules that nobody has tuned to, two commits in turn, where the time goes),
  `waiting` (the whole command beside its budget, and on a busy machine).
* Against other tools: `__main__` (`python -m tests.quality`: coverage, on public modules), `kills` (mutants),
  `functions` (UnLeakedTestBench: coverage and mutants beside those of language models).
* What tests hang on: `chance` (draws, dates, variables, the machine).
* What tests are worth later: `evolution` (on later releases), `shares` (doubles and private names in them).
* What techniques are worth: `environment_coverage`, `collaborator_coverage`, `coupling` (pairs of classes),
  `credit` (each operator and value provider of the search).
* On whole applications: `applications` (coverage, failing tests, mutants).
* Whole projects: `replay` (commit after commit), `affected` (which tests a commit concerns), `sharing`
  (ways to share time out), `scale` (large ones), `survival` (runs that are killed).
* Recording: `recorded_programs`, `recording_overhead`.
* In the editor: `on_save`, `answers`, `lenses`.
* The agent alone: `executions_per_second`, `mutants_per_second`.
* The source: `house` (size, complexity, dispatches), `vocabulary` (names of parameters, from annotations).

What they need lies in packages. Several measurements use `environments` (where everything runs), `judgement`
(what tests are worth, whoever wrote them) and `reporting` (tables and records); `comparison`, `evolving`,
`crediting`,
`pairs`, `recording` and `replaying` belong to one each, `profiling` to `bench`, `drawing` and `measuring` to
`bench` and `waiting`. Measurements import packages, packages no measurements.
"""
