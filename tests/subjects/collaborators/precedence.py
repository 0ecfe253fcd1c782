"""Reads tables of operators, whose sides are named by the members of an enum."""

from enum import Enum


class Side(Enum):
    """Where an operator groups its operands."""

    LEFT = "l"
    RIGHT = "r"


def grouped(operators):
    """The signs of operators that group on the left, and of those that do so on the right."""
    left, right = [], []
    for sign, arity, side in operators:
        if not 1 <= arity <= 2:
            raise ValueError("an operator has one operand or two")
        if side not in (Side.LEFT, Side.RIGHT):
            raise ValueError("an operator groups on one side")
        if arity == 1 and side is Side.LEFT:
            sign = f"postfix {sign}"
        if side is Side.LEFT:
            left.append(sign)
        else:
            right.append(sign)
    return left, right
