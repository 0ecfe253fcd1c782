"""Analysis of dotted names."""

from __future__ import annotations

import re
from keyword import iskeyword
from unicodedata import normalize

DEFINED = "<test>"
"""The module name of a class that the test itself defines, as in `<test>:Item`."""
FIXTURE = "pytest.fixture:"
"""The prefix of a fixture's name in the path of the call that sets up the fixture."""
ENTERING = ("__enter__", "__aenter__")
LEAVING = ("__exit__", "__aexit__")
"""The methods that a `with` statement calls: `ENTERING` at its start, `LEAVING` at its end."""


def is_private(path: str) -> bool:
    """Check whether a part of the qualified name in `module:Qual.name` is private; `__len__` is not.

    Neither is `_repr_html_`: names between single underscores belong to protocols that other code uses.
    """
    if ":_" not in path and "._" not in path:
        return False
    return any(_is_private_part(part) for part in path.partition(":")[2].split("."))


def _is_private_part(part: str) -> bool:
    return part.startswith("_") and not part.endswith("__") and not (part.endswith("_") and part[1:2] != "_")


def is_fixture(path: str) -> bool:
    """Check whether a path stands for a fixture, which a test receives by its name."""
    return path.startswith(FIXTURE)


def is_hash(path: str) -> bool:
    """Check whether a path names a function that computes a hash, which differs in each process."""
    return path == "builtins:hash" or path.endswith(".__hash__")


def is_of_module(path: str) -> bool:
    """Check whether a path names a module's `__getattr__`, which an access to an attribute calls."""
    return path.endswith(":__getattr__")


def is_looked_up(path: str) -> bool:
    """Check whether a test looks up a path in its home (`home_of`) instead of importing the name."""
    return is_private(path) or is_of_module(path)


WITHOUT_RESULT = (".__setitem__", ".__delitem__", ".__delattr__")
"""The path endings of special methods that statements call, so that their results are never seen."""
QUESTION = "()"
"""The ending of an attribute's name if it stands for the result of a method, or of `len()`."""


READINGS = {
    "table": '{value}.execute("SELECT * FROM {name}").fetchall()',
    "stored": '{value}.execute({needed}("SELECT * FROM {name}")).all()',
    "json": "{needed}.loads({value}.{name})",
    "awaited": "{value}.{name}()",
    "plain": "{value}",
    "context": '{value}.context["{name}"]',
    "listed": 'list({value}.context["{name}"])',
    "text": 'str({value}.context["{name}"])',
    "texts": '[str(row) for row in {value}.context["{name}"]]',
    "errors": '{value}.context["{name}"].errors',
    "said": "[str(message) for message in {needed}({value}.wsgi_request)]",
    "session": '{value}["{name}"]',
    "configured": '{value}.config["{name}"]',
    "keys": "list({value}.{name})",
    "whole": "{value}",
}
"""The source for reading parts of a value in a test.

They are: a table of a connection (`table people`) or of a session (`stored people`), the JSON in a string
(`json text`), what an asynchronous method returns (`awaited get_json`), the string or number that an object
equals (`plain value`), the variables of a template (`context total`; the `texts` of rows), the messages to
the user (`said messages`), a client's session (`session user_id`, `whole session`), what an application is
`configured` with (`configured PAGE_SIZE`), and the `keys` of a mapping that it has (`keys blueprints`).
"""
PLAIN, AWAITED = "plain value", "awaited"
NEEDED = {"stored": "sqlalchemy:text", "json": ":json", "said": "django.contrib.messages:get_messages"}
"""The names that these readings import."""
WHOLE_SESSION = "whole session"
IN_SESSION = ("session", "whole")
"""The readings of a client's session, for which the test opens the session."""
GIVEN = ("context", "listed", "text", "texts")
"""The readings of a template's context, of which pages show different parts."""


def is_reading(attribute: str) -> bool:
    """Check whether a test reads an attribute of an observed object in one of the ways of `READINGS`."""
    way, _, name = attribute.partition(" ")
    return way in READINGS and is_name(name)


def is_in_session(attribute: str) -> bool:
    """Check whether an attribute of an observed client belongs to its session."""
    return attribute.partition(" ")[0] in IN_SESSION and is_reading(attribute)


def is_given(attribute: str) -> bool:
    """Check whether an attribute of a response is a value handed to its template, not part of the output."""
    return attribute.partition(" ")[0] in GIVEN and is_reading(attribute)


CALL_LIST = "call_args_list"
"""The attribute where a double records its calls and those of its parts (`body.close.call_args_list`)."""


def is_calls(attribute: str) -> bool:
    """Check whether an attribute of an observed double is the list of calls that it got."""
    *way, last = attribute.split(".")
    return last == CALL_LIST and all(map(is_name, way))


def is_question(attribute: str) -> bool:
    """Check whether an attribute of an observed object is the result of a call: `keys()`, `__len__()`."""
    return attribute.endswith(QUESTION)


ASKED_BY = {"__len__()": "len", "__iter__()": "list", "__str__()": "str", "__repr__()": "repr"}
"""The built-in function that calls each special method."""


def is_name(text: str) -> bool:
    """Check whether source can contain `.text` with exactly this meaning: `setattr` accepts any string.

    Python normalises other forms of a letter, and `__debug__` cannot be assigned.
    """
    is_plain = text.isascii() or normalize("NFKC", text) == text
    return text.isidentifier() and is_plain and not iskeyword(text) and text != "__debug__"


LINES, LAST_LINE = "output.splitlines()", "output.splitlines()[-1]"
"""The output of a command, line by line, and its last line."""
_HELD = re.compile(r"(?P<name>[^.\[\]()]+)(\['(?P<key>[a-z-]+)'\])?")


def is_readable(text: str) -> bool:
    """Check whether source can read `.text`: a name, optionally with one key: `headers['location']`."""
    if text in (LINES, LAST_LINE):
        return True
    found = _HELD.fullmatch(text)
    return found is not None and is_name(found["name"])


def is_path(text: str) -> bool:
    """Check whether a text is `module:Qual.name`, made of names that source can spell."""
    module, _, qualname = text.partition(":")
    return all(map(is_name, (*module.split("."), *qualname.split("."))))


def held_at(path: str) -> str:
    """Return the path under which a test reads the value of a module's name: `shop:settings.debug`.

    An attribute of a class or of another object keeps its path: the object is the same wherever it was
    imported.
    """
    module, _, name = path.partition(":")
    package, _, leaf = module.rpartition(".")
    return path if "." in name else f"{package}:{leaf}.{name}"


_STEP = re.compile(r"\[(\d+)\]|[^.\[\]]+(?:\['[a-z-]+'\])?")


def steps_of(attribute: str) -> tuple[str | int, ...]:
    """Split an attribute of an observed object into names and positions: `lines[0].price`."""
    if is_calls(attribute):
        return (attribute,)
    return tuple(step[0] if step[1] is None else int(step[1]) for step in _STEP.finditer(attribute))


def plain_name(attribute: str) -> str:
    """Return a plain word for an attribute of an observed object: `keys`, `len`; the last of several."""
    if attribute in (LINES, LAST_LINE):
        return "output"
    attribute = attribute.rpartition(" ")[2].rpartition(".")[2]
    if (found := _HELD.fullmatch(attribute)) and found["key"]:
        return found["key"].replace("-", "_")
    asked = attribute.removesuffix(QUESTION)
    given = asked.removeprefix("get_") if asked != attribute else asked
    return ASKED_BY.get(attribute) or given.strip("_")


def home_of(path: str) -> str:
    """Find where a private name is looked up: its public class, or its module as `package:module`.

    A module outside of packages is its own home, without a colon.
    """
    module, _, qualname = path.partition(":")
    outer = qualname.rpartition(".")[0]
    if outer and not is_private(f"{module}:{outer}"):
        return f"{module}:{outer}"
    package, _, name = module.rpartition(".")
    return f"{package}:{name}" if package else module


def below_home(path: str) -> str:
    """Return the part of a path after its home (`home_of`)."""
    home, (_, _, qualname) = home_of(path), path.partition(":")
    outer = home.partition(":")[2]
    return qualname.removeprefix(f"{outer}.") if qualname.startswith(f"{outer}.") else qualname
