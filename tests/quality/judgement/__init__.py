"""What tests are worth, whoever wrote them: nothing but the files is looked at.

`court` runs them with pytest and coverage.py, again and again in other conditions; `junit` reads how they
ended; `mutants` counts the mutants of cosmic-ray that they kill. `ablation` judges the tests that Testloom
writes with a technique, and without.
"""
