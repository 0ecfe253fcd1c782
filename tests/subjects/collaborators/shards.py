"""Numbers that are compared only after some arithmetic, and with two bounds at once."""

SMALLEST, LARGEST = 128 * 1024 * 1024, 256 * 1024 * 1024


def shard_count(total_size: int, examples: int) -> int:
    total_size += examples // 10
    most, least = total_size // SMALLEST, total_size // LARGEST
    if least <= 1024 <= most and examples >= 1024:
        return 1024
    if least > 1024:
        return 2048
    return 1
