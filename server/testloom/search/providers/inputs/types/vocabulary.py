"""Types that programmers mean by the names of parameters.

240 of the 329 names are those that packages with annotations agree upon, as `tests.quality.vocabulary` prints
them: in 17,052 modules, the stubs of typeshed among them, at least six packages annotate a parameter of this
name, and three of four do so with the same type. For beginnings and endings, four of five such names have it.
The others were added by hand, from code without annotations; `timeout` is a whole number, the plainest one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_NAMES = """
str s string text txt name key word msg message title label path filename file_name filepath file_path
str dirname directory dir folder url uri base_url host hostname domain user username password token pattern
str prefix suffix sep separator delimiter encoding charset errors fmt format code source query attr attribute
str extension ext doc docstring comment content body version language lang char character letter line
str description heading tag alias symbol scheme netloc fragment content_type mimetype platform arch script
str executable sql usage help prog dest newline pathname basename cwd root_path root_dir base_dir
str module_path template_name fullname qualname modname typename classname display_name
int n i j k num number count size length len width height depth level index idx pos position offset start stop
int end step limit minimum maximum minor major year month day hour minute second microsecond seconds timeout
int lineno line_number end_lineno start_line end_line colno column col row indent age max_age amount
int chunk_size chunksize batch_size buffer_size bufsize blocksize max_size maxsize maxlen max_length
int max_width port pid uid fileno dir_fd flags whence precision ndigits tabsize weight capacity counter epoch
int status_code exit_code stacklevel verbosity backlog maxsplit max_depth max_count max_workers nbytes steps
float alpha delay deadline start_time
bytes blob buf buffer chunk
bool flag verbose quiet silent force strict debug enabled disabled enable recursive reverse required unique
bool secure private optional readonly read_only overwrite replace inplace deep frozen lazy block blocking
bool case_sensitive multiline sort_keys keepends ignore_errors ensure_ascii follow_symlinks append flush reset
bool normalize invert bold italic underline warn echo utc no_color
list items values elements entries members lst list array seq sequence iterable iterator lines names words
list keys args argv tokens parts chunks nodes children parents paths filenames patterns choices groups
list fields columns rows tags types formats matches ranges keywords packages requirements dependencies plugins
list extras exceptions intervals buffers tasks routes examples collection
dict d dct dict dictionary environ mapping options opts config settings params kwargs kwds kw headers data
dict locals globals memo hashes
callable f fn func function callback callable cb predicate hook factory default_factory handler fun method
callable start_response receive send
type cls klass class_ type_ subclass expected_type
threading:Lock lock mutex
"""
_BEGINNINGS_BY_TYPE = """
int max min num n int
bool is has use allow show no force preserve require disable hide
"""
_ENDINGS_BY_TYPE = """
str name path str string text url uri dir folder filename template sep prefix suffix
int size count len limit depth num idx bits ttl ms
float delay
bool only
list list
dict dict map kwargs kwds
callable func fn callback
type class cls
"""
_INNER_CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_BESIDE_OTHERS = """
int line column col
"""
"""A type, a last word of names, and the last words of other parameters beside which it means that type.

Most packages with annotations agree: seven of eight that have a `line` beside a `column` number it.
"""


def _by_word(table: str) -> Mapping[str, str]:
    return {word: kind for kind, *words in map(str.split, table.strip().split("\n")) for word in words}


NAMES = _by_word(_NAMES)
BEGINNINGS = _by_word(_BEGINNINGS_BY_TYPE)
ENDINGS = _by_word(_ENDINGS_BY_TYPE)
BESIDE_OTHERS = {
    name: (kind, frozenset(others))
    for kind, name, *others in map(str.split, _BESIDE_OTHERS.strip().split("\n"))
}


def suggested_type(name: str, beside: Iterable[str] = ()) -> str | None:
    """Return the type that programmers mean by a parameter's name; None if they don't agree.

    A `line` is a text, but a number `beside` a `column`.
    """
    name = _plain(name)
    first, _, rest = name.partition("_")
    last = name.rpartition("_")[2]
    kind, others = BESIDE_OTHERS.get(last, ("", frozenset[str]()))
    if kind and not others.isdisjoint(_plain(other).rpartition("_")[2] for other in beside):
        return kind
    if name in NAMES:
        return NAMES[name]
    return (BEGINNINGS.get(first) or ENDINGS.get(last)) if rest else None


def _plain(name: str) -> str:
    """A name as most code writes it: `code_string` for `codeString`."""
    return _INNER_CAPITAL.sub("_", name.strip("_")).lower()
