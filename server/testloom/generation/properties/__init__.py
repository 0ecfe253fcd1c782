"""Properties of functions, as tests for Hypothesis, where the project uses it.

* `candidates`: the functions that may have a property; `strategies`: the values that Hypothesis would
  draw;
* `checking`: whether a property holds, and the mutants it kills; `stating`: the tests that state it.

Claessen, Hughes: QuickCheck: a lightweight tool for random testing of Haskell programs (ICFP 2000).
"""

from testloom.generation.properties.stating import PropertyFinder

__all__ = ["PropertyFinder"]
