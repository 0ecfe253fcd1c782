"""A private function that is prepared for what its only caller never passes."""


def checksum(data: bytes) -> int:
    return _folded(memoryview(data))


def _folded(data: bytes | memoryview) -> int:
    if isinstance(data, memoryview):
        data = data.tobytes()
    total = 0
    for byte in data:
        total = (total * 31 + byte) % 251
    return total
