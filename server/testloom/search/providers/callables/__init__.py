"""What the search knows of the subject's callables before it calls them.

* `callers`: public ones by which private ones are reached; `preparers`: those that change what others
  read; `pair_calls`: what tests of a caller and its callee have to call;
* `given`: which parameter gets which argument of a call; `command_lines`: calls that take one.
"""
