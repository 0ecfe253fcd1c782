"""Numbers of bank accounts, whose check digits tell when they were mistyped."""

LENGTHS = {"DE": 22, "GB": 22, "NO": 15}


def bank(number: str) -> str:
    """Return the bank of an account.

    >>> bank("DE89370400440532013000")
    '37040044'

    Blanks are ignored: ``bank("GB29 NWBK 6016 1331 9268 19") -> "Nwbk"``, and bank("NO93 8601 1117 947")
    returns "8601".
    """
    plain = number.replace(" ", "").upper()
    if LENGTHS.get(plain[:2]) != len(plain):
        raise ValueError("no such number")
    moved = plain[4:] + plain[:4]
    if int("".join(str(int(character, 36)) for character in moved)) % 97 != 1:
        raise ValueError("wrong check digits")
    if plain.startswith("DE"):
        return plain[4:12]
    if plain[4:8].isdigit():
        return plain[4:8]
    return plain[4:8].title()
