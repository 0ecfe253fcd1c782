"""Corrections of entries, in which nothing tells the class of an entry but what is read from it."""


def outline(wrong):
    """Say what is booked in a line, and mark what is cancelled."""
    mark = "x" if wrong.is_cancelled else "-"
    if wrong.amount < 0:
        return f"{mark} {-wrong.amount} from {wrong.account}"
    return f"{mark} {wrong.amount} to {wrong.account}"


def same(left, right):
    """Tell whether two entries make each other good."""
    if left.is_cancelled or right.is_cancelled:
        return False
    return left.account == right.account and left.amount + right.amount == 0
