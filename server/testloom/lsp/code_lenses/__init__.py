"""Code lenses and code actions of open documents.

* `hints`: all of a document, as features of the server; new kinds of lenses join those in `Hints.lenses`;
* `lenses`: what can be generated for a class, a function or what no test reaches, and of recorded calls;
* `pair_lenses`: coupled branches of callers and callees.

`options.LENSES` lists the kinds that a user can switch off.
"""
