"""Code whose mutants are killed, survive, hang, end the process, or raise."""

import os


class Account:
    def __init__(self, balance):
        self.balance = balance
        self.owner = "nobody"

    def withdraw(self, amount):
        if amount > self.balance:
            raise ValueError(f"balance is {self.balance}")
        self.balance -= amount
        return self


def countdown(n):
    while n > 0:
        n -= 1
    return n


def leave(n):
    if n == 3:
        return 1
    os._exit(1)


def first(items):
    try:
        return items[0]
    except IndexError:
        return None


def fill(items):
    items.append(len(items) * 2)
    print("filled", len(items))


def unused(a):
    b = a or 0
    return b * 0


CALLS = []


def remember(x):
    CALLS.append(x)
    return len(CALLS)


def refuse(n):
    made = [object() for _ in range(n + 1)]
    raise ValueError(f"{made[-1]} is one too many")
