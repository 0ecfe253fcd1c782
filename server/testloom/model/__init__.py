"""The vocabulary: what processes, packages and people talk about.

`statements` is a test case, `subject` what the agent says about a module, `execution` what came out of
running tests, `suite` tests with assertions, `generation_request` and `settings` what a user asks for,
`events` what a job reports, `progress` what is remembered of the tests of a project, `errors` what goes
wrong. Nothing here reads, writes or runs anything.
"""
