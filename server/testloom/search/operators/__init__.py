"""How a search makes test cases of those that it has: a portfolio of operators, chosen by what they won.

* `operator`: the shape of an operator;
* `mutations`: those that change one statement, `mutator` makes a few of them in a row;
* `creation`: new tests; `crossover`: tests of two; `companions`: calls that go with others;
* `directed`: changes with a purpose, which a comparison, a type test or an exception suggests;
* `offspring`: all others, which start from a `situation`.
"""
