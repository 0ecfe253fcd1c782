"""Images in binary files, which begin with their kind."""

import os
from typing import BinaryIO


def kind_of(image: BinaryIO) -> str:
    """Tell what kind of image a file has."""
    if os.fstat(image.fileno()).st_size == 0:
        return "nothing"
    start = image.read(2)
    return "bitmap" if start == b"BM" else "unknown"


def stamped(image: BinaryIO, mark: bytes) -> int:
    """Put a mark at the beginning of an image, and return how many bytes the mark has."""
    image.seek(0)
    if not mark:
        raise ValueError(f"no mark for {image.name}")
    return image.write(mark)
