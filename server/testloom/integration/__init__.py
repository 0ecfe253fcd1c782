"""Pairs of a caller and a callee: call sites, and the branches to be covered together.

* `flow`: control flow graphs of functions, and control dependence in them;
* `project`: modules as they are written, and the functions that calls run;
* `reaching`: the branches and lines that calls can reach in their callees;
* `coupling`: call sites and coupled branches; `pairs`: the callees of a unit, ranked;
* `goals`, `ways`: the goals of a search, and the calls to reach them; `faults`: the mutants of a pair.

Start reading in `coupling`. Nothing here runs the project's code.
"""

from testloom.integration.coupling import Branch, Coupling, Site, couple
from testloom.integration.faults import faults_of
from testloom.integration.goals import branch_goals, coupled_goals
from testloom.integration.pairs import own_pairs_of, pairs_at, pairs_of, ranked, units_in
from testloom.integration.project.calls import CallResolver
from testloom.integration.project.observed import open_calls, with_observed
from testloom.integration.project.results import with_results
from testloom.integration.project.units import Unit, find_unit
from testloom.integration.ways import Ways, traced, ways_of
from testloom.source.modules import ModuleSource, SourceTree
from testloom.source.names import Names

__all__ = [
    "Branch",
    "CallResolver",
    "Coupling",
    "ModuleSource",
    "Site",
    "SourceTree",
    "Unit",
    "Ways",
    "branch_goals",
    "couple",
    "coupled_goals",
    "faults_of",
    "find_unit",
    "open_calls",
    "own_pairs_of",
    "pairs_at",
    "pairs_of",
    "ranked",
    "resolver_for",
    "traced",
    "units_in",
    "ways_of",
    "with_observed",
    "with_results",
]


def resolver_for(sources: SourceTree) -> CallResolver:
    """Create the resolver of calls between the modules of a project."""
    return CallResolver(Names(sources))
