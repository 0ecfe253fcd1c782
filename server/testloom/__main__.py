"""Runs the command line: `python -m testloom`."""

import sys

from testloom.cli import main

sys.exit(main())
