"""Tests for a whole project: which units have changed, which are worth a run, and for how long.

* `project`: the units of a project, functions and classes, each with a fingerprint of its code and of
  the code that it uses (`scan`, `units`);
* `detection`: changes on a branch (`since`), by a save (`saves`), or while a project is watched;
* `planning`: how each unit has changed since its last run, even under another name (`changes`), which
  units are worth a run (`needs`), their seconds according to a strategy (`allotment`), and their order
  (`schedule`, `pool`);
* `working`: the workers that run the jobs, here or with folders of their own, such as those of a Dask
  cluster; jobs take along what they need there (`parcels`);
* `run`: the jobs of a plan as requests (`requests`), beginning with recorded calls (`seeds`); their
  results are recorded at once (`outcomes`);
* `saved`: the history for a job that was not planned by a run.

Start reading at `run_project`, or at `project.units`.
"""

from testloom.continuous.detection.file_events import file_events
from testloom.continuous.detection.since import units_since
from testloom.continuous.detection.watching import Changes
from testloom.continuous.planning.allotment import Resources
from testloom.continuous.planning.order import Order
from testloom.continuous.planning.strategies import STRATEGIES
from testloom.continuous.run import run_project
from testloom.continuous.working.away import DistantWorkers, parcel_files
from testloom.continuous.working.workers import LocalWorkers, Workers

__all__ = [
    "STRATEGIES",
    "Changes",
    "DistantWorkers",
    "LocalWorkers",
    "Order",
    "Resources",
    "Workers",
    "file_events",
    "parcel_files",
    "run_project",
    "units_since",
]
