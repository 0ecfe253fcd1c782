"""Code lenses and code actions of open documents.

* `hints`: the hints of a document, as features of the server; new lenses join those in `Hints.lenses`;
* `lenses`: tests for a class, a function, an uncovered line or branch, or recorded calls;
* `pair_lenses`: coupled branches of callers and callees.

`options.LENSES` lists the kinds that a user can switch off.
"""
