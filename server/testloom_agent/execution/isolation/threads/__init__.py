"""Threads that test cases start: `threads` waits for them and limits them.

`joining` tells which are waited for, `services` which belong to libraries.
"""
