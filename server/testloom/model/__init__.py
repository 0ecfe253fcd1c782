"""The model: data types shared by processes and packages.

`statements` is a test case, `subject` the agent's description of a module, `execution` the results of
running tests, `suite` tests with assertions, `generation_request` and `settings` the requests of users,
`events` the reports of a job, `progress` the records about the tests of a project, `errors` the
errors. Nothing here reads, writes or runs anything.
"""
