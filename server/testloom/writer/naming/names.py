"""The names of tests, made of the callable, the outcome, and the condition that distinguishes them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from testloom.writer.naming.descriptions import MAX_LENGTH, REJECTS, Description
from testloom.writer.syntax.rows import are_distinct

MAX_ROW_NAME = 40
_LINES = re.compile("_+")
_ESCAPED = re.compile(r"\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\\U[0-9a-f]{8}|\\.|[\[\]:\\]")
_CONTROLS = re.compile(r"\\(x[0-9a-f]{2})")
_SYMBOLS = {"[": "opening bracket", "]": "closing bracket", ":": "colon", r"\\": "backslash"}
"""Words for characters that pytest cannot show in brackets."""
_SYMBOL = re.compile("|".join(map(re.escape, _SYMBOLS)))
_OF_JSON = re.compile(r'[{}"]|\\"')
_ITEM = re.compile(r"b?'(?:[^'\\]|\\.)*'|b?\"(?:[^\"\\]|\\.)*\"|-?\d[\d.]*|True|False|None")
"""A string or another plain value in the source of a collection."""
_BLANKS = {r"\n": "newline", r"\t": "tab", r"\r": "carriage return", r"\x0c": "form feed"}


def function_names(descriptions: Sequence[Description], taken: Collection[str]) -> list[str]:
    """Choose a unique name for each test that is not taken.

    A name gets a number only where nothing else distinguishes the tests.
    """
    names: dict[int, str] = {}
    used, bare = set(taken), _bare_subjects(descriptions)
    candidates = {n: list(_candidates(entry, descriptions, bare)) for n, entry in enumerate(descriptions)}
    for level in range(max((len(levels) for levels in candidates.values()), default=0)):
        offers = {
            n: levels[level] for n, levels in candidates.items() if n not in names and level < len(levels)
        }
        counted = Counter(offers.values())
        for n, name in offers.items():
            if counted[name] == 1 and name not in used:
                names[n] = name
        used |= set(names.values())
    for n, levels in candidates.items():
        if n not in names:
            names[n] = next((name for name in levels if name not in used), "") or _numbered(levels[-1], used)
            used.add(names[n])
    return [names[n] for n in range(len(descriptions))]


def common(descriptions: Sequence[Description]) -> Description:
    """Build the description of a table from what the descriptions of its tests have in common."""
    first = descriptions[0]
    same = all(entry.outcome == first.outcome for entry in descriptions)
    reject = all(entry.outcome.startswith(REJECTS) for entry in descriptions)
    return Description(
        first.subject,
        first.outcome if same else REJECTS if reject else "",
        first.informative and (same or reject),
        _shared([entry.conditions for entry in descriptions]),
        _shared([entry.arguments for entry in descriptions]),
        _shared([entry.left_out for entry in descriptions]),
        _shared([entry.inner for entry in descriptions]),
        _shared([entry.optional for entry in descriptions]),
        is_table=True,
    )


def condition_ids(descriptions: Sequence[Description]) -> list[str]:
    """Choose an id for each row of a table: the condition that only this row has.

    There are no ids unless every row has such a condition.
    """
    names = _condition_names(descriptions)
    return names if are_distinct(names) else []


def row_names(descriptions: Sequence[Description], values: Sequence[str]) -> list[str]:
    """Choose an id for each row of a table: a condition, argument or value that only this row has.

    If no kind of id distinguishes all rows, they are mixed. String values come before phrases, since they are
    shorter; conditions about positions in the code come last.
    """
    counted = Counter(values)
    own_values = [value if counted[value] == 1 else "" for value in values]
    arguments = [phrase.removeprefix("with ") for phrase in _each_own([d.arguments for d in descriptions])]
    said = [[_row_name(phrase) for phrase in arguments], [_written_name(value) for value in own_values]]
    are_texts = all(value == "None" or value.lstrip("b")[:1] in ("'", '"') for value in values)
    schemes = [
        _condition_names(descriptions),
        *(said[::-1] if are_texts else said),
        _inner_names(descriptions),
    ]
    items = [_name_of_items(value) for value in own_values]
    for names in (*schemes, items):
        if are_distinct(names):
            return names
    mixed: list[str] = []
    for n, entry in enumerate(descriptions):
        offers = [names[n] for names in schemes] + [
            phrase.removeprefix("with ") for phrase in entry.arguments
        ]
        name = next(filter(None, map(_row_name, offers)), f"row {n + 1}")
        name = items[n] if name in mixed and items[n] else name
        mixed.append(name if name not in mixed else _numbered(name, set(mixed), " "))
    return mixed


def _condition_names(descriptions: Sequence[Description]) -> list[str]:
    """For each row the condition that only it has; empty if it has none."""
    phrases = _each_own([entry.conditions for entry in descriptions])
    return [_row_name(phrase.removeprefix("when ")) for phrase in phrases]


def _inner_names(descriptions: Sequence[Description]) -> list[str]:
    """For each row the condition on a position in the code that only it has; empty if it has none."""
    phrases = _each_own([entry.inner for entry in descriptions])
    return [_row_name(phrase.removeprefix("when ")) for phrase in phrases]


def _each_own(groups: Sequence[Sequence[str]]) -> list[str]:
    """The first phrase of each group that no other group has; empty if it has none."""
    counted = Counter(phrase for group in groups for phrase in set(group))
    return [next((phrase for phrase in group if counted[phrase] == 1), "") for group in groups]


def _row_name(phrase: str) -> str:
    """A phrase as the name of a row, cut to its longest; empty if pytest cannot show it in brackets."""
    return "" if re.search(r"[^ -~]|[\[\]\\:]", phrase) else phrase.strip()[:MAX_ROW_NAME].strip()


def _written_name(value: str) -> str:
    """A value as the name of a row: a string without its quotes and those of JSON, blanks in words."""
    value = value.removeprefix("b") if value[1:2] in ("'", '"') else value
    if not (value[:1] in ("'", '"') and value[:1] == value[-1:]):
        return _row_name(value)
    text = value[1:-1]
    if not text.strip():
        return "space" if text else "empty"
    if not any(map(str.isalnum, _ESCAPED.sub("", text))):
        text = _CONTROLS.sub(r" \1 ", _SYMBOL.sub(lambda found: f" {_SYMBOLS[found[0]]} ", text))
    if text.startswith('{"') and text.endswith("}"):
        text = _OF_JSON.sub("", text) or text
    return _row_name(_BLANKS.get(text) or " ".join(_ESCAPED.sub(" ", text).split()))


def _name_of_items(value: str) -> str:
    """What a collection holds as the name of a row: its strings and numbers one after the other."""
    return _row_name(" ".join(filter(None, map(_written_name, _ITEM.findall(value)))))


def _candidates(
    entry: Description, all_entries: Sequence[Description], bare: Collection[str]
) -> Iterator[str]:
    """Possible names from short to long; a longer one is for where the shorter ones are not unique.

    The name of a `bare` subject alone is rather for another test.
    """
    siblings = [other for other in all_entries if other is not entry and other.subject == entry.subject]
    condition = _rarest(entry.conditions, [other.conditions for other in siblings])
    argument = next(iter(_own(entry.arguments, [other.arguments for other in siblings])), "")
    default = next(iter(_own(entry.left_out, [other.left_out for other in siblings])), "")
    several = _pair(entry, siblings)
    if entry.of_object:
        argument, several = _for(argument), _for(several)
    forms = [(entry.outcome,), *_by_message(entry, siblings), (entry.outcome, condition)]
    forms.append((entry.outcome, argument))
    if not entry.informative and entry.is_table:
        forms = [(), *forms]
    elif not entry.informative and condition:
        alone = [(entry.outcome, argument)] if argument else []
        forms = [(condition,), (entry.outcome, condition), *alone, (condition, argument)]
    elif not entry.outcome:
        forms = [(argument,), ()] if argument and entry.subject in bare else [(), (argument,)]
    last = ""
    if not entry.informative:
        forms.append(())
    forms += [(entry.outcome, condition, argument), (entry.outcome, several)]
    forms.append(
        (entry.outcome, next(iter(_own(entry.optional, [other.optional for other in siblings])), ""))
    )
    forms.append((entry.outcome, _rarest(entry.inner, [other.inner for other in siblings])))
    for form in [*forms, (entry.outcome, default)] if default else forms:
        name = _identifier("test", entry.subject, *form)
        if len(name) <= MAX_LENGTH or not last:
            last = name
            yield name


def _pair(entry: Description, siblings: Sequence[Description]) -> str:
    """The first two arguments in a phrase; empty if another test has both."""
    first = entry.arguments[:2]
    if any(set(first) <= set(other.arguments) for other in siblings):
        return ""
    return " and ".join([*first[:1], *(phrase.removeprefix("with ") for phrase in first[1:])])


def _bare_subjects(descriptions: Sequence[Description]) -> frozenset[str]:
    """The subjects of which one test has neither an outcome in words nor a phrase of its own.

    The bare name suits that one best.
    """
    said = [{*entry.conditions, *entry.arguments} for entry in descriptions]
    known = Counter(
        (entry.subject, phrase) for entry, its in zip(descriptions, said, strict=True) for phrase in its
    )
    return frozenset(
        entry.subject
        for entry, its in zip(descriptions, said, strict=True)
        if not entry.outcome and all(known[entry.subject, phrase] > 1 for phrase in its)
    )


def _by_message(entry: Description, siblings: Sequence[Description]) -> Iterator[tuple[str, str]]:
    """The outcome with what an exception says: better than local variables, but not than parameters.

    A condition that other tests meet as well, and that end otherwise, is no reason for the exception.
    """
    known = _own(entry.of_parameters, [other.conditions for other in siblings])
    if entry.said:
        yield entry.outcome, known[0] if known else entry.said


def _for(phrase: str) -> str:
    """The phrase of an argument with `for`, as `with` would seem to describe the object that is returned."""
    says_more = phrase.startswith("with ") and phrase.count(" ") > 1
    return f"for {phrase.removeprefix('with ')}" if says_more else phrase


def _identifier(*phrases: str) -> str:
    """The phrases as a name: like names in the code, in any script."""
    text = unicodedata.normalize("NFKC", "_".join(phrase for phrase in phrases if phrase).lower())
    return _LINES.sub("_", "".join(sign if f"_{sign}".isidentifier() else "_" for sign in text)).strip("_")


def _rarest(phrases: Sequence[str], others: Sequence[Sequence[str]]) -> str:
    """The phrase that the fewest others share, the first of several; empty if there is none."""
    counted = {phrase: sum(phrase in other for other in others) for phrase in phrases}
    return min(phrases, key=lambda phrase: counted[phrase], default="")


def _own(phrases: Sequence[str], others: Sequence[Sequence[str]]) -> list[str]:
    return [phrase for phrase in phrases if not any(phrase in other for other in others)]


def _shared(groups: Sequence[Sequence[str]]) -> tuple[str, ...]:
    return tuple(phrase for phrase in groups[0] if all(phrase in group for group in groups))


def _numbered(name: str, used: Collection[str], separator: str = "_") -> str:
    number = 2
    while f"{name}{separator}{number}" in used:
        number += 1
    return f"{name}{separator}{number}"
