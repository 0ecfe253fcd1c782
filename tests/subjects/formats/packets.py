"""Packets that begin with a head of fixed length."""

import struct

MAGIC = 0xCAFE
HEAD = struct.Struct(">HHI")


def read(data: bytes) -> tuple[str, bytes]:
    """Read a packet: its kind, and what it holds."""
    if len(data) < HEAD.size:
        raise ValueError("too short for a packet")
    magic, kind, length = HEAD.unpack(data[: HEAD.size])
    if magic != MAGIC:
        raise ValueError("not a packet")
    body = data[HEAD.size :]
    if kind == 3:
        if length == len(body):
            return ("whole", body)
        return ("cut", body)
    return ("other", body)
