"""Tests for a whole project: what has changed, what is worth a run, and how long.

* `scan`: the units of a project, functions and classes, each with a fingerprint of its code and of what it
  uses (`definitions`, `resolution`, `normal`);
* `changes`: what became of each unit since it was last run, also under another name (`following`);
* `needs`, `allotment`: which units are worth a run, and their seconds, as a strategy says (`strategies`);
* `schedule`, `pool`: in which order, and what becomes of time that is not used;
* `run`: jobs of a plan (`plan`, `wishes`) on workers (`workers`); what they find is recorded at once
  (`outcomes`); recorded calls and handwritten tests are seeds (`seeds`);
* `away`: workers with folders of their own, such as those of a Dask cluster (`cluster`); what jobs need
  travels with them (`parcels`);
* `watching`, `notices`: what changes while a project is watched;
* `since`: what a branch has changed; `saves`: what a save has; `saved`: the history for a job about that.

Start reading at `run_project`, or at `units`.
"""

from testloom.continuous.allotment import Resources
from testloom.continuous.away import DistantWorkers, parcel_files
from testloom.continuous.notices import noticed
from testloom.continuous.order import Order
from testloom.continuous.run import run_project
from testloom.continuous.since import units_since
from testloom.continuous.strategies import STRATEGIES
from testloom.continuous.watching import Changes
from testloom.continuous.workers import LocalWorkers, Workers

__all__ = [
    "STRATEGIES",
    "Changes",
    "DistantWorkers",
    "LocalWorkers",
    "Order",
    "Resources",
    "Workers",
    "noticed",
    "parcel_files",
    "run_project",
    "units_since",
]
