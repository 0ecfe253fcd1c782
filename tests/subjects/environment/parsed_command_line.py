"""A command line by argparse."""

import argparse


def main(argv=None):
    parser = argparse.ArgumentParser(prog="count")
    parser.add_argument("number", type=int)
    parser.add_argument("--twice", action="store_true")
    parser.add_argument("--unit", choices=["m", "km"], default="m")
    options = parser.parse_args(argv)
    number = options.number
    if options.twice:
        number *= 2
    if options.unit == "km":
        number *= 1000
    if number < 0:
        parser.error("count up")
    return number
