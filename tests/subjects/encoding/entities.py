"""Error handlers for codecs that write HTML."""

from html.entities import codepoint2name


def entities(error):
    """Put entities in the place of what an encoding lacks."""
    if not isinstance(error, (UnicodeEncodeError, UnicodeTranslateError)):
        raise error
    pieces = []
    for character in error.object[error.start : error.end]:
        name = codepoint2name.get(ord(character))
        pieces.append(f"&{name};" if name else f"&#{ord(character)};")
    return "".join(pieces), error.end
