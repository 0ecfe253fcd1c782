"""What calls return holds objects that nothing else makes."""


class Node:
    pass


class Word(Node):
    _secret = None

    def __init__(self):
        self._builder = Hidden()

    @property
    def hidden(self):
        raise AssertionError("nobody asks for this")


class Hidden:
    pass


class Slotted:
    __slots__ = ("name", "unset")

    def __init__(self):
        self.name = "a"


class Document:
    def __init__(self, nodes, index):
        self.nodes = nodes
        self.index = index


def parse(text):
    return Document([text, Word(), Word()], {"first": Slotted(), ("no", "text"): Hidden()})


def wrap(word):
    return Document([word], {})


def pair():
    return Document([Word(), Word()], {"last": Word()})
