"""Reads lines from standard input and leaves some of them out."""

import sys


def main():
    kept = 0
    for line in sys.stdin:
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line == "end":
            break
        kept += 1
        print(line.upper())
    if not kept:
        print("nothing", file=sys.stderr)
        return 1
    return 0
