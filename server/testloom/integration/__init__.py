"""Pairs of a caller and a callee: where the one calls the other, and what there is to be covered together.

* `flow`: control flow graphs of functions, and what decides what in them;
* `sources`, `names`: the modules of a project as they are written, and what names in them stand for;
* `types`, `calls`: what values are instances of, and so which function a call runs;
* `units`: callers and callees with the graphs of their functions, joined at the calls;
* `coupling`: call sites and coupled branches; `pairs`: which callees a unit has, ranked;
* `goals`, `ways`: what a search is to cover, and by which calls; `results`: what makes instances.

* `lines`, `faults`: which lines of a callee calls can lead to, and so which mutants concern a pair.
* `observed`: what runs show of calls that the source leaves open.

Start reading in `coupling`. Nothing here runs the project's code.
"""

from testloom.integration.calls import CallResolver
from testloom.integration.coupling import Branch, Coupling, Site, couple
from testloom.integration.faults import faults_of
from testloom.integration.flow import Function
from testloom.integration.goals import branch_goals, coupled_goals
from testloom.integration.names import Names
from testloom.integration.observed import open_calls, with_observed
from testloom.integration.pairs import pairs_at, pairs_of, ranked, units_in
from testloom.integration.results import with_results
from testloom.integration.sources import ClassSource, FunctionSource, ModuleSource, SourceTree, read_module
from testloom.integration.types import Types
from testloom.integration.units import Unit, find_unit
from testloom.integration.ways import Ways, heard, ways_of

__all__ = [
    "Branch",
    "CallResolver",
    "ClassSource",
    "Coupling",
    "Function",
    "FunctionSource",
    "ModuleSource",
    "Names",
    "Site",
    "SourceTree",
    "Types",
    "Unit",
    "Ways",
    "branch_goals",
    "couple",
    "coupled_goals",
    "faults_of",
    "find_unit",
    "heard",
    "open_calls",
    "pairs_at",
    "pairs_of",
    "ranked",
    "read_module",
    "resolver_for",
    "units_in",
    "ways_of",
    "with_observed",
    "with_results",
]


def resolver_for(sources: SourceTree) -> CallResolver:
    """What resolves the calls between the modules of a project."""
    return CallResolver(Names(sources))
