"""Companion calls: they prepare an object or a module, query an object, or reach a callee.

* before the call that matters: `preparing`, `detouring`; `covering` reaches a callee;
* after it: `asking`, `inverses`, `repeating`;
* in place of a private call: `calling`, `transplanting`;
* `nudging` and `widening` vary the values of calls that are there.
"""
