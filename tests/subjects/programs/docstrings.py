"""Parses docstrings of four styles and writes them again."""

import sys

from docstring_parser import DocstringStyle, compose, parse

TEXTS = [
    "Short.\n\nLong text\nof two lines.\n\n:param str a: first\n:param b: second\n:raises ValueError: never\n"
    ":returns: something\n:rtype: int",
    "Short.\n\nArgs:\n    a (int): first. Defaults to 3.\n    b: second\n\nReturns:\n    str: the rest\n\n"
    "Raises:\n    KeyError: if it is missing\n\nExample:\n    >>> f(1)\n    2\n",
    "Short.\n\nParameters\n----------\na : int, optional\n    first\nb\n    second\n\nReturns\n-------\nstr\n"
    "    the rest\n\nSee Also\n--------\nother\n",
    "Short.\n\n@param a: first\n@type a: int\n@return: the rest\n@rtype: str\n@raise OSError: at times",
    "",
    "One line only.",
    "Short.\n\nYields:\n    int: numbers\n\nAttributes:\n    name (str): what it is called\n",
    "Short.\n\n:param broken",
]


def main() -> None:
    written = 0
    for text in TEXTS:
        for style in DocstringStyle:
            try:
                written += len(compose(parse(text, style), style))
            except Exception as error:
                written += len(str(error))
    print(written)


for _ in range(int(sys.argv[1])):
    main()
