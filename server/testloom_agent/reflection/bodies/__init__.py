"""What function bodies do: with their parameters, with their own object, with the results of calls.

* `parameters`: what becomes of parameters, also in functions that they are passed to (`passing`);
* `calls`: what a call calls, whether it is awaited, and what is done with its result;
* `lookups`: the keys, columns and parts that code looks up in a value (`reader`);
* `state`: the attributes and globals that code reads and changes;
* `uses`: the word for each use of a value.
"""
