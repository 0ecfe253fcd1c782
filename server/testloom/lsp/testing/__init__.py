"""The project's own tests in the testing view: `discovery`, `project_tests` for runs, `debugged_tests`."""
