"""The use of the operating system: process groups, priorities, signals, locks, pipes, the battery.

`garbage` says how often Python looks for garbage, which is a matter of the whole process, too.

No other part of `testloom` uses it directly, except `measurement.plugins`, which run in
the project's interpreter without the rest of Testloom.
"""
