"""What a test may assert: the observed facts that a person could write down.

* `possible`: results, changes, output and exceptions; `effects`: files, logs and warnings; `parts`:
  objects within results; `sessions` of web clients;
* `changing`: what calls change in other tests, and left as it was in this one;
* `showing`: which parts of a value hold on every machine; `informativeness`: what tells a reader most.
"""
