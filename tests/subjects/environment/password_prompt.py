"""Asks for a new password until it is good enough."""

import getpass

TRIES = 3


def ask():
    for _ in range(TRIES):
        password = getpass.getpass("Password: ")
        if len(password) < 8:
            print("too short")
            continue
        if password.isalpha():
            print("use a digit")
            continue
        if getpass.getpass("Again: ") == password:
            return password
        print("not the same")
    return None
