"""Reads its own command line."""

import sys


def main():
    args = sys.argv[1:]
    if not args:
        print("usage: tool FILE")
        return 2
    if args[0] == "--version":
        print("tool 1.2")
        return 0
    if "--quiet" in args:
        args.remove("--quiet")
    elif len(args) > 1:
        print("too many arguments")
        return 2
    if not args[0].endswith(".txt"):
        raise SystemExit(f"{args[0]} is no text")
    return 0
