"""Doubles: made without answers, which are bred from the uses that the subject makes of them.

* `doubles`: where they come from, and how their answers change; `awaiting`: answers that are awaited;
* `results`: answers that suit the use which the code makes of them; `outcomes`: successful results of
  functions that access processes and the network.
"""
