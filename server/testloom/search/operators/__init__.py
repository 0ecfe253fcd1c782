"""Operators: how a search makes test cases from those it has, chosen from a portfolio by credit.

* `operator`: the interface of an operator;
* `mutations`: operators that change one statement; `mutator` applies a few of them in a row;
* `creation`: new tests; `crossover`: tests made from two; `companions`: calls that go with others;
* `directed`: directed changes, suggested by a comparison, a type test or an exception;
* `offspring`: all other operators, which start from a `situation`.
"""
