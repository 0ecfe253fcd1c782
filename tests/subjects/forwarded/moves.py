"""Moves entries between lists, as told by words whose letters are of either case."""

from __future__ import annotations


def _folded(word: bytes) -> bytes:
    return word.partition(b"\0")[0].lower()


def is_word(given: bytes, word: bytes) -> bool:
    return _folded(given) == _folded(word)


def is_left(side: bytes) -> bool:
    if is_word(side, b"left"):
        return True
    if is_word(side, b"right"):
        return False
    raise ValueError("syntax error")


def moved(source: list[int], target: list[int], taken: bytes, put: bytes, *options: bytes) -> str:
    from_left, to_left = is_left(taken), is_left(put)
    if not options:
        number = 1
    elif is_word(options[0], b"all"):
        number = len(source)
    elif is_word(options[0], b"half"):
        number = len(source) // 2
    else:
        raise ValueError("unknown option")
    if len(options) > 1 and is_word(options[1], b"quiet"):
        return ""
    ends = f"{'left' if from_left else 'right'} to {'left' if to_left else 'right'}"
    return f"{number} from {ends} of {len(target)}"
