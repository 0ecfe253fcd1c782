"""How a search makes test cases of those that it has: a portfolio of operators, chosen by what they won.

* `operator`: the shape of an operator, and what it starts from;
* `offspring`: the operators.
"""
