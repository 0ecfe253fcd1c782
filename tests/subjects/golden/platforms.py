"""A class that only holds what was computed when it was made."""

import sys


class Platform:
    HAS_UNICODE = sys.maxunicode > 0xFFFF
    text_types = (str, bytes) if HAS_UNICODE else (str,)
    longest = 2**8 - 1
