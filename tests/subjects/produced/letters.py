"""Letters, which a library reads, and which nothing here names or annotates."""

import email


def read(text):
    """Read a letter."""
    return email.message_from_string(text)


def shown(letter):
    """Show what a letter says."""
    if letter.is_multipart():
        return "several parts"
    said = letter.get_payload().strip()
    if len(said) > 5:
        return f"{said[:5]}..."
    return said or "nothing"


def longest(letters):
    """Find the longest of letters that are whole."""
    found = ""
    for letter in letters:
        said = letter.get_payload()
        if not letter.defects and len(said) > len(found):
            found = said
    return found if len(found) > 3 else "short"
