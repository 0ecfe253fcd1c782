"""The search: breeds test cases until every goal of the subject is covered.

Start with `archive_search.search`; it needs an `Executor` and nothing else of the outside world.

* `goals`: what is to be covered, and how far a trace is from it;
* `factory`, `values`: how test cases and their inputs come into being;
* `mutation`: how they change;
* `archive`: the best test for each goal so far;
* `minimisation`: what is kept becomes as small as it can be.
"""

from testloom.search.archive import Archive, Covering
from testloom.search.archive_search import SearchResult, search
from testloom.search.budget import Budget
from testloom.search.goals import Goal, goals_of
from testloom.search.minimisation import minimise

__all__ = ["Archive", "Budget", "Covering", "Goal", "SearchResult", "goals_of", "minimise", "search"]
