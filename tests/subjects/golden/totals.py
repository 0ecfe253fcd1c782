"""Any number of arguments."""


def total(*amounts: int, **fees: int) -> int:
    if not amounts:
        return 0
    return sum(amounts) + sum(fees.values())
