"""Entry point of the command line: `python -m testloom`."""

import os
import sys


def main() -> int:
    """Leave the current folder, which `-m` searches first: a `json.py` there is not the one that we need."""
    is_safe = getattr(sys.flags, "safe_path", sys.flags.isolated)
    if not is_safe and __file__ != f"{sys.path[0]}{os.sep}testloom{os.sep}__main__.py":
        del sys.path[0]

    from testloom.cli import main

    return main()


sys.exit(main())
