"""The classes that SQLAlchemy stores, and what a test needs for a session that has their tables.

SQLAlchemy is asked only if the project has imported it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import ModuleType
from typing import Annotated, Any

from testloom_agent.kinds import is_a, is_class
from testloom_agent.reflection.databases.checked import form_of
from testloom_agent.reflection.databases.limits import Limits
from testloom_agent.reflection.identities import class_id, found_at

ORM = "sqlalchemy.orm"
SQLMODEL = "sqlmodel"
ADDRESS = "sqlite://"
COUNTED = "INTEGER"
"""The type of columns by which SQLite numbers rows."""
MOST = 30
"""How many classes are described at most."""
Used = Callable[[ModuleType], Iterable[ModuleType]]
"""Lists the other modules of the project that a module uses."""


def is_mapped(kind: Any) -> bool:
    """Check whether SQLAlchemy stores the objects of a class, without accessing any other class."""
    return ORM in sys.modules and is_class(kind) and "__mapper__" in vars(kind)


def columns_of(kind: type) -> Mapping[str, Any]:
    """Collect the columns of a mapped class by the attributes that hold their values."""
    mapper: Any = vars(kind)["__mapper__"]
    return {attribute.key: attribute.columns[0] for attribute in mapper.column_attrs}


def has_constructor_of_library(kind: type) -> bool:
    """Check whether a class has the constructor that SQLAlchemy gives mapped classes or their base."""
    if ORM not in sys.modules:
        return False
    init: Any = getattr(kind, "__init__", None)
    init = getattr(init, "_sa_original_init", init)  # around which SQLAlchemy puts a function of its own
    home = str(getattr(init, "__module__", ""))
    if home.partition(".")[0] == SQLMODEL:
        return is_mapped(kind)  # other classes of SQLModel check their fields, as pydantic does
    is_given = home.startswith(f"{ORM}.")
    return is_given and not issubclass(kind, getattr(sys.modules[ORM], "MappedAsDataclass", ()))


def keywords_of_mapped(kind: type) -> dict[str, bool]:
    """Collect the keywords of SQLAlchemy's constructor, one for each column.

    Each comes with whether a row requires it. The primary key is left out where rows are numbered.
    """
    if not is_mapped(kind):
        return {}
    columns = {name: column for name, column in columns_of(kind).items() if hasattr(column, "nullable")}
    return {name: _is_required(column) for name, column in columns.items() if not _is_counted(column)}


def types_of_columns(kind: type, fork: Callable[[], int]) -> dict[str, Any]:
    """Collect the classes of the columns' values, by column; `Any` where the type is not declared.

    Validators are tried in processes that `fork` creates.
    """
    if not is_mapped(kind):
        return {}
    return {name: _type_of(kind, name, column, fork) for name, column in columns_of(kind).items()}


def _type_of(owner: type, name: str, column: Any, fork: Callable[[], int]) -> Any:
    try:
        kind = column.type.python_type
    except NotImplementedError:
        return Any
    if kind is not str:
        return kind
    length = getattr(column.type, "length", None)
    most = length if type(length) is int else None
    form = _form_of(owner, name, most, fork)
    limits = Limits(max_length=most, pattern=form)
    return kind if limits == Limits() else Annotated[str, limits]


def _form_of(owner: type, name: str, longest: int | None, fork: Callable[[], int]) -> str | None:
    """The pattern of the texts that the validator of a column accepts; None if it has none that says one."""
    mapper: Any = vars(owner)["__mapper__"]
    if name not in mapper.validators:
        return None
    function, options = mapper.validators[name]
    more = (False,) if options.get("include_removes") else ()

    def check(text: str) -> None:
        function(mapper.class_manager.new_instance(), name, text, *more)

    return form_of(check, function, longest, fork)


def checks_of_mapped(kind: type) -> set[str]:
    """Find the methods that check values of columns, which tests call by creating an object.

    Those of relationships are not among them: the constructor is described with columns only.
    """
    if not (is_mapped(kind) and has_constructor_of_library(kind)):
        return set()
    mapper: Any = vars(kind)["__mapper__"]
    checks = (mapper.validators[name][0] for name in columns_of(kind) if name in mapper.validators)
    return {function.__name__ for function in checks}


def models_of(module: ModuleType, used: Used) -> dict[str, Any] | None:
    """Describe what a test of a module needs for a session; None unless it can have one in memory.

    `session` is the class of sessions, `metadata` creates the tables, `classes` are the stored classes, and
    `refers` has the table of each class, and its columns that hold the keys of other rows; `keys` tells
    their attributes there, unless the database numbers the rows by them.
    """
    if ORM not in sys.modules:
        return None
    errors = vars(sys.modules["sqlalchemy.exc"])["SQLAlchemyError"]
    try:
        return _models_of(stored_classes(module, used))
    except (errors, ImportError):
        return None  # SQLite lacks something that the tables need, or the classes do not fit together


def _models_of(kinds: list[type]) -> dict[str, Any]:
    """Describe what a session for the tables of these classes needs; the tables are created once."""
    metadata = _metadata_of(kinds[0]) if kinds else ""
    if kinds:
        _make_tables(kinds[0])
    ids = {kind: class_id(kind) for kind in kinds}
    return {
        "session": class_id(_sessions_for(kinds)),
        "metadata": metadata,
        "classes": list(ids.values()),
        "refers": [
            {
                "path": ids[kind],
                "columns": _references(kind, ids),
                "keys": _keys_given(kind),
                "table": _table_of(kind),
            }
            for kind in kinds
        ],
    }


def _sessions_for(kinds: list[type]) -> type:
    """Return the class of sessions: that of SQLModel, which can do more, for the classes that it maps."""
    library = sys.modules.get(SQLMODEL)
    is_own = library is not None and any(issubclass(kind, vars(library)["SQLModel"]) for kind in kinds)
    kind: type = vars(sys.modules[SQLMODEL if is_own else ORM])["Session"]
    return kind


def stored_classes(module: ModuleType, used: Used) -> list[type]:
    """Return the mapped classes that a module names, and those mapped with them; what can be imported.

    For a module that names none, these are the classes named by what it uses: handlers often leave it to
    other modules to find rows.
    """
    if ORM not in sys.modules:
        return []
    named = _nearest([module], used)
    found = dict.fromkeys(named)
    for kind in named[:1]:
        found.update((mapper.class_, None) for mapper in _mapped_with(kind))
    return [kind for kind in found if _is_open(kind)][:MOST]


def _nearest(modules: list[ModuleType], used: Used) -> list[type]:
    """Collect the mapped classes that modules name, or else those that modules which they use name."""
    known = {id(module) for module in modules}
    while modules:
        if named := [kind for module in modules for kind in _named_in(module)]:
            return named
        others = {id(other): other for module in modules for other in used(module)}
        modules = [other for key, other in others.items() if key not in known]
        known |= {*others}
    return []


def _named_in(module: ModuleType) -> Iterator[type]:
    """Yield the mapped classes in a module, and in the modules that it names."""
    entries = list(vars(module).values())
    yield from filter(is_mapped, entries)
    for entry in entries:
        if is_a(entry, ModuleType) and not entry.__name__.startswith("sqlalchemy"):
            yield from filter(is_mapped, list(vars(entry).values()))


def _mapped_with(kind: type) -> list[Any]:
    """List the mappers of a class and of all mapped with it, by name: SQLAlchemy keeps them in no order."""
    registry: Any = vars(kind)["__mapper__"].registry
    return sorted(registry.mappers, key=lambda one: (one.class_.__qualname__, one.class_.__module__))


def _is_open(kind: type) -> bool:
    path = class_id(kind)
    return "._" not in f".{path}".replace(":", ".") and found_at(*path.split(":")) is kind


def _metadata_of(kind: type) -> str:
    """Find the path of the metadata that creates the tables: the common base's if it can be imported."""
    module = kind.__module__
    names = {id(value): name for name, value in list(vars(sys.modules[module]).items())}
    bases = [base for base in reversed(kind.__mro__) if "metadata" in vars(base)]
    if bases and bases[0].__module__.partition(".")[0] == SQLMODEL:
        return f"{class_id(bases[0])}.metadata"
    named = [names[id(base)] for base in bases if not names.get(id(base), "_").startswith("_")]
    return f"{module}:{named[0]}.metadata" if named else f"{class_id(kind)}.metadata"


def _make_tables(kind: type) -> None:
    engine = vars(sys.modules["sqlalchemy"])["create_engine"](ADDRESS)
    try:
        vars(kind)["__mapper__"].local_table.metadata.create_all(engine)
    finally:
        engine.dispose()


def _is_required(column: Any) -> bool:
    """Check whether a row requires a value for a column."""
    is_given = column.default is not None or column.server_default is not None
    return not (column.nullable or is_given)


def _is_counted(column: Any) -> bool:
    """Check whether SQLite numbers the rows of a table by a column: by no BIGINT, as other databases do."""
    counted: Any = getattr(column.table, "_autoincrement_column", None)
    if column is not counted or column.foreign_keys:
        return False
    dialect = vars(sys.modules["sqlalchemy"])["create_engine"](ADDRESS).dialect
    return str(column.type.compile(dialect=dialect)) == COUNTED


def _table_of(kind: type) -> str:
    return str(getattr(vars(kind)["__mapper__"].local_table, "name", ""))


def _references(kind: type, known: Iterable[type]) -> dict[str, str]:
    """Collect the columns with keys of other rows, each with the class of these."""
    tables = {vars(other)["__mapper__"].local_table: class_id(other) for other in known}
    return {
        name: tables[key.column.table]
        for name, column in columns_of(kind).items()
        for key in column.foreign_keys
        if key.column.table in tables
    }


def _keys_given(kind: type) -> dict[str, str]:
    """Collect the columns with keys of other rows that these have been given, with the key's attribute."""
    attributes = {
        attribute.columns[0]: attribute.key
        for mapper in _mapped_with(kind)
        for attribute in mapper.column_attrs
    }
    return {
        name: attributes[key.column]
        for name, column in columns_of(kind).items()
        for key in column.foreign_keys
        if key.column in attributes and not _is_counted(key.column)
    }
