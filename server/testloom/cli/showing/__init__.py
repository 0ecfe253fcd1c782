"""Output of commands, while they run and at their end, for people, programs and CI servers.

* While a command runs: `progress`, which handles events. All output goes through `output`.
* At its end: `report` of a job, `table` of a project, `reached` for the coverage of its tests, and the
  reasons why it is not known (`heard`, `unmeasured`).
* For CI servers: `github`, `junit`.
"""
