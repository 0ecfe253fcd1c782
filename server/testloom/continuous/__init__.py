"""Tests for a whole project: what has changed, what is worth a run, and how long.

* `scan`: the units of a project, functions and classes, each with a fingerprint of its code and of what it
  uses (`definitions`, `resolution`, `normal`);
* `changes`: what became of each unit since it was last run, also under another name (`following`);
* `needs`, `allotment`: which units are worth a run, and their seconds, as a strategy says (`strategies`);
* `schedule`, `pool`: in which order, and what becomes of time that is not used.

Start reading at `units`.
"""
