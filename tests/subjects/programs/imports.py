"""Sorts imports of sources with several settings."""

import sys

import isort

SOURCE = '''
"""Docstring."""
from __future__ import annotations
import os, sys
from b import c, a, d
import b
from . import local
from ..up import thing as other
import numpy as np  # noqa
from a_very_long_module_name import first_long_name, second_long_name, third_long_name, fourth_long_name
if True:
    import late
    import early
def f():
    from x import (
        y,
        z)
# isort: off
import zzz
import aaa
# isort: on
'''


def main() -> None:
    settings = [
        {},
        {"profile": "black"},
        {"force_single_line": True},
        {"multi_line_output": 5, "line_length": 60},
    ]
    for setting in settings:
        print(len(isort.code(SOURCE, **setting)), isort.check_code(SOURCE, **setting, show_diff=False))
    print(isort.place_module("os"), isort.place_module("yours"))


for _ in range(int(sys.argv[1])):
    main()
