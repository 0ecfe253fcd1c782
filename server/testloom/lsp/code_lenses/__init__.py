"""Code lenses and code actions of open documents.

* `hints`: all of a document, as features of the server; new kinds of lenses join those in `Hints.lenses`;
* `lenses`: what can be generated for a class, a function or what no test reaches;
* `pair_lenses`, `pairs`: coupled branches of callers and callees; `record_lenses`: recorded calls.

`options.LENSES` lists the kinds that a user can switch off.
"""
