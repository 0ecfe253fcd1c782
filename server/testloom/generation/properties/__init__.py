"""Properties of functions, as tests for Hypothesis, where the project uses it.

* `candidates`: which functions may have one; `strategies`: what values Hypothesis would draw;
* `checking`: whether it holds, and which mutants it notices; `stating`: the tests that say it.

Claessen, Hughes: QuickCheck: a lightweight tool for random testing of Haskell programs (ICFP 2000).
"""

from testloom.generation.properties.stating import PropertyFinder

__all__ = ["PropertyFinder"]
