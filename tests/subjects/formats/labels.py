"""Labels, whose characters are told by their numbers."""

MIDDLE_DOT = 0xB7


def joiner_at(label: str, position: int) -> str:
    """Tell what joiner stands at a position."""
    code = ord(label[position])
    if code == 0x200C:
        return "non-joiner"
    if code == 0x200D:
        return "joiner"
    return "none"


def count_middle_dots(label: str) -> int:
    """Count the middle dots behind an l."""
    found = 0
    for position, char in enumerate(label):
        if ord(char) == MIDDLE_DOT and label[position - 1].lower() == "l":
            found += 1
    return found


def is_answer(line: bytes) -> bool:
    """Tell whether a line gives the answer."""
    text = line.decode("ascii", "ignore").strip().upper()
    return text[:4] == "XGET" and int(text[4:6]) == 42
