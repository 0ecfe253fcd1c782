"""Small strings in the formats that programs read: valid ones, and some that are almost valid."""

from __future__ import annotations

import re
from collections.abc import Mapping

from testloom.model.types import TypeRef

PYTHON = (
    "",
    "x = 1",
    "x: int = 1",
    "x: int",
    "x, *y = z",
    "x = [*a, 1, *b]",
    "x = {**a, 'b': 1}",
    "f(*a, *b, **c)",
    "print('a', x)",
    "f(a, b='c')",
    "a.b('c')",
    "x = a.b(c)",
    "x = 'a %s' % b",
    "x = 'a {}'.format(b)",
    "x += 1",
    "import a",
    "import a.b as c",
    "from a import b",
    "from a import b as c, d",
    "from . import a",
    "from a import *",
    "def f(a, b=1, *args, c, **kwargs):\n    return a",
    "def f(a: int) -> str:\n    x: int = 1\n    return 'a'",
    "def f():\n    yield 1\n    return 2",
    "def f():\n    x = yield from g()\n    return x",
    "def f():\n    yield from g()",
    "def f():\n    return",
    "async def f():\n    await g()",
    "class A:\n    pass",
    "class A(B, metaclass=M):\n    x = 1\n    def f(self):\n        super().f()",
    "class A(metaclass=M):\n    def __init__(self):\n        super().__init__()",
    "@decorator\ndef f():\n    pass",
    "if a:\n    b\nelif c:\n    d\nelse:\n    e",
    "for a in b:\n    continue\nelse:\n    pass",
    "while a:\n    break",
    "try:\n    a\nexcept B as c:\n    d\nfinally:\n    e",
    "with a as b:\n    c",
    "raise A from b",
    "assert a, 'b'",
    "x = f'{a}'",
    "x = f'{a!r:>{b}} c'",
    "x = [a for a in b if a]",
    "x = lambda a: a",
    "x = a if b else c",
    "str(x)",
    "unicode",
    "a @ b",
    "1_000",
    "(",
)
FORMATS: Mapping[str, tuple[str, ...]] = {
    "python": PYTHON,
    "text": ("a", "1.0", "1.2.3", "a b", ""),
    "xml": ("<a/>", '<a b="c">d</a>', "<a><b>1</b><b/></a>", "<a>"),
    "html": ("<p>a</p>", '<a href="b">c</a>', "<ul><li>a</li></ul>", "&amp;", "<br>"),
    "json": ("{}", "[]", '{"a": 1}', '[1, "b", null]', '{"a": {"b": [true]}}', '"a"', "1", "{"),
    "ini": ("[a]\nb = c\n", "[a]\nb: 1\n\n[d]\n", "b = c"),
    "csv": ("a,b\n1,2\n", "a;b\n1;2\n", '"a","b"\n'),
    "toml": ("a = 1\n", '[a]\nb = "c"\n', "a = [1, 2]\n", "a ="),
    "yaml": ("a: 1\n", "- a\n- b\n", "a:\n  b: c\n"),
    "pattern": (r"\d+", "[a-z]+", "a", ".*", "("),
    "date": ("2024-01-02", "2024-01-02T03:04:05", "02/01/2024", "12:30:00", "2024-01-02 03:04:05+00:00"),
    "day": ("2024-01-02", "2024-01-03", "2024-01-09", "2024-01-16"),
    "moment": ("2024-01-02T09:00:00", "2024-01-02T10:30:00", "2024-01-06T09:00:00", "2024-01-02T03:04:05Z"),
    "time": ("09:00", "10:30:00", "23:59:59"),
    "duration": ("PT1H", "P1D", "PT30M"),
    "decimal": ("1.5", "0", "-2", "1e3", "abc"),
    "uuid": ("12345678-1234-5678-1234-567812345678", "12345678123456781234567812345678"),
    "ip": ("127.0.0.1", "::1", "10.0.0.0/8", "256.0.0.1"),
    "url": ("http://example.com", "https://user:pw@example.com:8080/path?q=1#f", "example.com", "/a/b"),
    "email": ("a@example.com", "a.b+c@example.co.uk", "a@b", "@"),
    "phone": ("+4930123456", "030 123456", "110"),
    "isbn": ("9780306406157", "0306406152", "978-0-306-40615-7", "123"),
    "base64": ("YQ==", "YWI=", "YWJj", "a"),
    "shell": ("a b", "a 'b c'", 'a "b', "a --b=c"),
    "version": ("1.2.3", "1.0.0-rc.1+build", "v2.0", "1"),
    "path": ("a.txt", "a/b.txt", "/a", "."),
}
OF_MODULES: Mapping[str, str] = {
    "ast": "python",
    "tokenize": "python",
    "typed_ast": "python",
    "json": "json",
    "configparser": "ini",
    "csv": "csv",
    "pandas": "csv",
    "polars": "csv",
    "xml": "xml",
    "html": "html",
    "bs4": "html",
    "lxml": "xml",
    "tomllib": "toml",
    "tomli": "toml",
    "toml": "toml",
    "yaml": "yaml",
    "datetime": "date",
    "dateutil": "date",
    "decimal": "decimal",
    "fractions": "decimal",
    "uuid": "uuid",
    "ipaddress": "ip",
    "urllib": "url",
    "requests": "url",
    "httpx": "url",
    "email": "email",
    "base64": "base64",
    "shlex": "shell",
    "packaging": "version",
    "pathlib": "path",
}
"""The format that users of a module read most, by the first part of the module's name."""
OF_NAMES: Mapping[str, str] = {
    **dict.fromkeys(("email", "mail"), "email"),
    **dict.fromkeys(("phone", "telephone"), "phone"),
    **dict.fromkeys(("url", "uri", "website", "homepage"), "url"),
    **dict.fromkeys(("date", "day", "birthday", "deadline"), "date"),
    "uuid": "uuid",
    "isbn": "isbn",
}
"""The format of a string with this name, or with a name that ends so."""


def named(name: str, kind: TypeRef) -> TypeRef:
    """Narrow the type of a text, also among others, to the format that its name says, if it says one."""
    if kind.name == "union":
        return TypeRef("union", tuple(named(name, one) for one in kind.args))
    words = re.split("[_-]", name.lower().removesuffix("_address"))
    form = OF_NAMES.get(words[-1]) if kind.name == "str" else None
    return TypeRef("format", values=(form,)) if form else kind


def format_names(imports: tuple[str, ...]) -> tuple[str, ...]:
    """List the formats that code with these imports reads."""
    names = dict.fromkeys(OF_MODULES.get(name.partition(".")[0], "") for name in imports)
    return tuple(name for name in names if name)


def formats_of(names: tuple[str, ...]) -> tuple[str, ...]:
    """Texts in the named formats."""
    return tuple(text for name in names for text in FORMATS[name])
