"""What a test needs for a session of SQLAlchemy is told."""

import sys
from textwrap import dedent
from typing import Any

from tests.agent.describing import callables

BANK = """
    from sqlalchemy import ForeignKey
    from sqlalchemy.orm import Session, declarative_base, mapped_column

    Base = declarative_base()

    class Owner(Base):
        __tablename__ = "owners"
        id = mapped_column(Integer, primary_key=True)
        name = mapped_column(String, nullable=False)

    class Account(Base):
        __tablename__ = "accounts"
        id = mapped_column(Integer, primary_key=True)
        owner_id = mapped_column(ForeignKey("owners.id"), nullable=False)
        balance = mapped_column(Integer, nullable=False, default=0)

    def total(session: Session): ...
"""
IMPORT = "from sqlalchemy import Integer, String\n"


def test_the_classes_that_are_stored_are_told_with_what_makes_their_tables(described: Any) -> None:
    models = described(BANK, head=IMPORT)["databases"]["models"]

    here = "subject_under_test"
    assert models == {
        "session": "sqlalchemy.orm.session:Session",
        "metadata": f"{here}:Base.metadata",
        "classes": [f"{here}:Owner", f"{here}:Account"],
        "refers": [
            {"path": f"{here}:Owner", "columns": {}, "keys": {}, "table": "owners"},
            {
                "path": f"{here}:Account",
                "columns": {"owner_id": f"{here}:Owner"},
                "keys": {},
                "table": "accounts",
            },
        ],
    }


def test_the_constructor_of_a_mapped_class_takes_its_columns(described: Any) -> None:
    account = callables(described(BANK, head=IMPORT))["Account"]

    told = {entry["name"]: (entry["type"]["name"], entry["has_default"]) for entry in account["parameters"]}
    assert told == {"owner_id": ("int", False), "balance": ("int", True)}
    assert not account["in_subject"]


def test_a_key_that_sqlite_does_not_count_is_one_that_rows_require(described: Any) -> None:
    counted = "BigInteger().with_variant(Integer, 'sqlite')"
    accounts = BANK.replace("id = mapped_column(Integer", f"id = mapped_column({counted}")
    owners = accounts.replace(counted, "BigInteger", 1)
    description = described(owners, head="from sqlalchemy import BigInteger, Integer, String\n")

    told = {name: entry["parameters"] for name, entry in callables(description).items()}
    assert [(each["name"], each["has_default"]) for each in told["Owner"]] == [("id", False), ("name", False)]
    assert [each["name"] for each in told["Account"]] == ["owner_id", "balance"]
    _, account = description["databases"]["models"]["refers"]
    assert account["keys"] == {"owner_id": "id"}


def test_classes_that_other_modules_store_are_told_too(described: Any) -> None:
    service = "from models import Account\ndef f(): return Account\n"
    description = described(service, models=IMPORT + dedent(BANK))

    made = [entry["id"] for entry in description["callables"] if entry["kind"] == "constructor"]
    assert {"models:Owner", "models:Account"} <= set(made)
    assert description["databases"]["models"]["metadata"] == "models:Base.metadata"


def test_classes_that_are_stored_by_what_a_module_uses_are_told(described: Any) -> None:
    service = "from models import Account\nclass Service:\n    def find(self): return Account\n"
    views = "from service import Service\ndef show(service: Service): return service.find()\n"
    description = described(views, models=IMPORT + dedent(BANK), service=service)

    models = description["databases"]["models"]
    assert models["classes"] == ["models:Account", "models:Owner"]
    assert {"models:Owner", "models:Account"} <= {entry["id"] for entry in description["callables"]}


def test_functions_that_make_what_is_verified_are_told(described: Any) -> None:
    security = "def hash_password(password: str) -> str: return password[::-1]\ndef rehash(text): ...\n"
    service = (
        "from models import Account\nfrom security import hash_password, rehash\ndef f(): return Account\n"
    )
    description = described(service, models=IMPORT + dedent(BANK), security=security)
    alone = described(
        service.replace("models", "others"), name="other", others="Account = 1", security=security
    )

    (made,) = (entry for entry in description["callables"] if entry["id"].startswith("security:"))
    assert (made["id"], made["in_subject"]) == ("security:hash_password", False)
    assert not any(entry["id"].startswith("security:") for entry in alone["callables"])


def test_classes_of_the_same_name_are_told_in_the_order_of_their_modules(described: Any) -> None:
    item = """
        from base import Base
        class Item(Base):
            __tablename__ = "NAME"
            id = mapped_column(Integer, primary_key=True)
    """
    base = "from sqlalchemy.orm import declarative_base\nBase = declarative_base()\n"
    first = "from base import Base\nclass First(Base):\n    __tablename__ = 'first'\n"
    first += "    id = mapped_column(Integer, primary_key=True)\n"
    head = IMPORT + "from sqlalchemy.orm import mapped_column\n"
    names = [f"items{number}" for number in range(6)]
    files = {name: head + dedent(item).replace("NAME", name) for name in names}
    every = "".join(f"import {name}\n" for name in reversed(names))

    description = described(f"import every\n{first}", head=head, base=base, every=every, **files)

    classes = description["databases"]["models"]["classes"]
    assert [path for path in classes if path.endswith(":Item")] == [f"{name}:Item" for name in names]


def test_tables_that_sqlite_cannot_have_are_no_reason_for_a_session(described: Any) -> None:
    array = BANK.replace("ForeignKey\n", "ForeignKey\n    from sqlalchemy.dialects.postgresql import ARRAY\n")
    array = array.replace("mapped_column(String", "mapped_column(ARRAY(String)")

    assert described(array, head=IMPORT)["databases"]["models"] is None


def test_classes_that_do_not_fit_together_are_no_reason_for_a_session(described: Any) -> None:
    loose = BANK.replace('"owners.id"', '"nobody.id"')

    assert described(loose, head=IMPORT)["databases"]["models"] is None


def test_what_is_computed_in_sql_is_no_keyword(described: Any) -> None:
    more = BANK.replace("balance =", "twice = column_property(id * 2)\n        balance =")
    more = more.replace("import Session,", "import Session, column_property,")

    account = callables(described(more, head=IMPORT))["Account"]
    assert [entry["name"] for entry in account["parameters"]] == ["owner_id", "balance"]


def test_a_class_of_sessions_has_no_constructor_of_use(described: Any) -> None:
    assert "Session" not in callables(described(BANK, head=IMPORT))


def test_a_text_is_no_longer_than_its_column(described: Any) -> None:
    short = BANK.replace("mapped_column(String, nullable", "mapped_column(String(20), nullable")
    owner = callables(described(short, head=IMPORT))["Owner"]

    [name] = owner["parameters"]
    assert (name["type"]["name"], name["type"]["limits"]) == ("str", {"max_length": 20})


CHECKED = """
    import re
    from sqlalchemy.orm import declarative_base, mapped_column, validates

    Base = declarative_base()
    MARK = re.compile("[b-d]{7}")

    class Article(Base):
        __tablename__ = "articles"
        id = mapped_column(Integer, primary_key=True)
        sku = mapped_column(String(20), nullable=False)
        mark = mapped_column(String)
        email = mapped_column(String)
        name = mapped_column(String)

        @validates("sku")
        def check_sku(self, key, value):
            prefix, _, digits = value.partition("-")
            if not (prefix.isupper() and digits.isdigit()):
                raise ValueError(f"not a SKU: {value!r}")
            return value

        @validates("mark")
        def check_mark(self, key, value):
            if not MARK.fullmatch(value):
                raise ValueError("not a mark")
            return value

        @validates("email", include_removes=True)
        def check_email(self, key, value, is_remove):
            if "@" not in value or not value.partition("@")[2].endswith(".com"):
                raise ValueError("not an address")
            return value

        @validates("name")
        def tidy_name(self, key, value):
            return value.strip()
"""


def test_texts_have_the_form_that_the_validator_of_a_column_accepts(described: Any) -> None:
    article = callables(described(CHECKED, head=IMPORT))["Article"]

    assert {entry["name"]: entry["type"].get("limits") for entry in article["parameters"]} == {
        "sku": {"max_length": 20, "pattern": r"^[A-Z]\-[1-9]$"},
        "mark": {"pattern": "[b-d]{7}"},
        "email": {"pattern": r"^[a-z]@example\.com$"},
        "name": None,
    }


OWN = """
        def __init__(self, sku, shop="main"):
            super().__init__(sku=sku, name=shop)
"""


def test_a_mapped_class_may_have_a_constructor_of_its_own(described: Any) -> None:
    article = callables(described(CHECKED + OWN, head=IMPORT))["Article"]

    assert [entry["name"] for entry in article["parameters"]] == ["sku", "shop"]
    assert article["in_subject"]


def test_validators_of_columns_are_called_by_creating_an_object(described: Any) -> None:
    checks = {f"Article.{name}" for name in ("check_sku", "check_mark", "check_email", "tidy_name")}

    assert checks.isdisjoint(callables(described(CHECKED, head=IMPORT)))
    assert checks.issubset(callables(described(CHECKED + OWN, head=IMPORT)))


def test_what_a_validator_does_leaves_no_trace_when_its_class_is_described(described: Any) -> None:
    effects = """
        CALLS = []

        class Noted(Base):
            __tablename__ = "noted"
            id = mapped_column(Integer, primary_key=True)
            code = mapped_column(String)
            last = mapped_column(String)

            @validates("code")
            def check_code(self, key, value):
                CALLS.append(value)
                if not value.isdigit():
                    raise ValueError("not a code")
                return value

            @validates("last")
            def check_last(self, key, value):
                raise SystemExit
    """
    noted = callables(described(CHECKED + effects.replace("\n    ", "\n"), head=IMPORT))["Noted"]

    assert [entry["type"].get("limits") for entry in noted["parameters"]] == [{"pattern": "^[1-9]$"}, None]
    assert sys.modules["subject_under_test"].CALLS == []


def test_validators_of_relationships_are_methods_to_call(described: Any) -> None:
    related = """
    class Author(Base):
        __tablename__ = "authors"
        id = mapped_column(Integer, primary_key=True)
        name = mapped_column(String)
        books = relationship("Book")

        @validates("name")
        def check_name(self, key, value):
            return value

        @validates("books")
        def check_book(self, key, book):
            return book

    class Book(Base):
        __tablename__ = "books"
        id = mapped_column(Integer, primary_key=True)
        author_id = mapped_column(ForeignKey("authors.id"))
"""
    head = "from sqlalchemy import ForeignKey, Integer, String\nfrom sqlalchemy.orm import relationship\n"
    found = callables(described(CHECKED + related, head=head))

    assert "Author.check_book" in found
    assert "Author.check_name" not in found


SQLMODEL = """
    import uuid
    from typing import Optional
    from sqlmodel import Field, Session, SQLModel

    class Named(SQLModel):
        name: str = Field(min_length=2, max_length=20)

    class Owner(Named, table=True):
        id: uuid.UUID = Field(default_factory=uuid.uuid4, primary_key=True)

    class Account(SQLModel, table=True):
        id: Optional[int] = Field(default=None, primary_key=True)
        owner_id: uuid.UUID = Field(foreign_key="owner.id")
        balance: int = Field(default=0, ge=0)

    def total(session: Session): ...
"""


def test_classes_of_sqlmodel_are_stored_by_its_own_sessions(described: Any) -> None:
    models = described(SQLMODEL)["databases"]["models"]

    here = "subject_under_test"
    assert models == {
        "session": "sqlmodel:Session",
        "metadata": "sqlmodel:SQLModel.metadata",
        "classes": [f"{here}:Owner", f"{here}:Account"],
        "refers": [
            {"path": f"{here}:Owner", "columns": {}, "keys": {}, "table": "owner"},
            {
                "path": f"{here}:Account",
                "columns": {"owner_id": f"{here}:Owner"},
                "keys": {"owner_id": "id"},
                "table": "account",
            },
        ],
    }


def test_a_class_of_sqlmodel_takes_its_fields_and_checks_them_if_it_has_no_table(described: Any) -> None:
    made = callables(described(SQLMODEL))

    told = {
        name: {entry["name"]: (entry["type"]["name"], entry["has_default"]) for entry in one["parameters"]}
        for name, one in made.items()
        if one["kind"] == "constructor"
    }
    assert told["Named"] == {"name": ("str", False)}
    assert told["Owner"] == {"name": ("str", False), "id": ("uuid:UUID", True)}
    assert told["Account"] == {"owner_id": ("uuid:UUID", False), "balance": ("int", True)}
    assert (made["Named"]["rejects"], made["Named"]["raises"]) == (["name"], ["pydantic:ValidationError"])
    assert (made["Owner"]["rejects"], made["Owner"]["raises"]) == ([], [])
    limits = {entry["name"]: entry["type"].get("limits") for entry in made["Account"]["parameters"]}
    assert limits == {"owner_id": None, "balance": {"ge": 0}}
