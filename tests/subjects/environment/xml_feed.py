"""Titles of a feed that was saved to a file."""

import xml.etree.ElementTree as ElementTree


def titles(path: str = "feed.xml") -> list[str]:
    try:
        root = ElementTree.parse(path).getroot()
    except FileNotFoundError:
        return []
    except ElementTree.ParseError:
        raise ValueError(f"{path} is no XML") from None
    if root.tag != "feed":
        raise ValueError(f"{path} is a {root.tag}")
    found = []
    for entry in root.iter("entry"):
        title = entry.findtext("title")
        if title:
            found.append(title)
    return found
