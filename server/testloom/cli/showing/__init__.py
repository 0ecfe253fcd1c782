"""What is shown of a command: while it runs and at its end, to people, to programs and to CI servers.

* While it runs: `progress`, and what becomes of events there. All of it goes through `output`.
* At its end: `report` of a job, `table` of a project, `reached` of what its tests reach, and why that is not
  known (`heard`, `unmeasured`).
* For CI servers: `github`, `junit`.
"""
