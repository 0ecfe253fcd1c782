"""Tests for a whole project: what has changed, what is worth a run, and how long.

* `project`: the units of a project, functions and classes, each with a fingerprint of its code and of what it
  uses (`scan`, `units`);
* `detection`: what a branch has changed (`since`), a save (`saves`), or anybody while a project is watched;
* `planning`: what became of each unit since it was last run, also under another name (`changes`), which are
  worth a run (`needs`), their seconds, as a strategy says (`allotment`), and the order (`schedule`, `pool`);
* `working`: who runs the jobs, here or with folders of their own, such as the workers of a Dask cluster; what
  jobs need there travels with them (`parcels`);
* `run`: the jobs of a plan as requests (`requests`), beginning with recorded calls (`seeds`); what they find
  is recorded at once (`outcomes`);
* `saved`: the history for a job that no run has planned.

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
