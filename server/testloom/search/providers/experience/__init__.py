"""The experience of a search, and the decisions based on it.

* makers of instances: `makers`, `constructions` and `finds` of this search, `loans` from other tests;
* arguments: `demands` and `blames` of exceptions, `missed_keys`, types that calls return (`learned`);
* doubles: `last_resort` says when they may be used, `refusals` of the guard and `lacks` of objects call
  for them earlier;
* `choosing`: which callable a new test calls.

An `Experience` holds all but `last_resort`.
"""
