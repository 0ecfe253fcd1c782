"""What Testloom asks of the operating system: process groups, priorities, signals, locks, pipes, the battery.

Nothing else of `testloom` does, but for `measurement.plugins` and `measurement.under_coverage`, which run in
the project's interpreter by themselves.
"""
