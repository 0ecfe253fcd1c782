"""Collaborators that a function builds by itself become its parameters, and nothing else changes."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from testloom.refactoring import Seam, seams_at
from testloom.refactoring.rewriting import with_seam

HEAD = "from shop.gateway import Client, connect\nimport shutil\n\nHOST = 'pay'\n\n\n"


def module(function: str) -> str:
    return HEAD + dedent(function).lstrip("\n")


def line_of(text: str, part: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if part in line)


def names_at(text: str, part: str, *, before: bool = False) -> list[tuple[str, str]]:
    return [(seam.function, seam.name) for seam in seams_at(text, line_of(text, part), before=before)]


STATUS = module(
    '''
    def status(order):
        """Say how an order is."""
        # The gateway of the bank.
        client = Client(HOST)
        answer = client.get(order)
        if answer.code == 200:
            return "ok"
        return "unknown"
    '''
)


def test_a_condition_leads_to_the_collaborator_that_its_values_come_from() -> None:
    line = line_of(STATUS, "if answer")

    assert seams_at(STATUS, line) == [Seam("status", "client", line_of(STATUS, "client ="))]


def test_the_parameter_comes_by_keyword_and_is_built_where_it_was() -> None:
    changed = with_seam(STATUS, "status", "client")

    assert changed == STATUS.replace("status(order)", "status(order, *, client=None)").replace(
        "    client = Client(HOST)", "    if client is None:\n        client = Client(HOST)"
    )


def test_callers_see_no_difference_and_tests_can_pass_their_own() -> None:
    class Answer:
        code = 200

    class Fake:
        def __init__(self, host: str = "") -> None:
            self.host = host

        def get(self, order: str) -> Answer | str:
            return Answer()

    changed = with_seam(STATUS, "status", "client")
    assert changed is not None
    scope: dict[str, object] = {}
    exec(changed.replace("from shop.gateway import Client, connect", "Client = None"), scope)

    status = scope["status"]
    assert callable(status)
    assert status("a", client=Fake()) == "ok"
    scope["Client"] = Fake  # looked up when it is called, as before
    assert status("a") == "ok"


def test_an_annotated_function_gets_an_annotated_parameter() -> None:
    text = module("def status(order: str) -> str:\n    client = Client(HOST)\n    return client.get(order)\n")
    lazy = f"from __future__ import annotations\n{text}"

    assert 'def status(order: str, *, client: "Client | None" = None) -> str:' in (
        with_seam(text, "status", "client") or ""
    )
    assert "def status(order: str, *, client: Client | None = None) -> str:" in (
        with_seam(lazy, "status", "client") or ""
    )


def test_an_annotation_of_the_variable_moves_to_the_parameter() -> None:
    text = module("def size(path: str) -> int:\n    disk: Disk = connect()\n    return disk.free\n")

    changed = with_seam(text, "size", "disk") or ""

    assert 'def size(path: str, *, disk: "Disk | None" = None) -> int:' in changed
    assert "    if disk is None:\n        disk = connect()\n" in changed


def test_a_constructor_keeps_what_it_is_given() -> None:
    text = module(
        """
        class Till:
            def __init__(self, name):
                self.client = Client(HOST)

            def sold(self, order):
                return self.client.get(order).code == 201
        """
    )

    assert names_at(text, "code == 201") == [("Till.__init__", "client")]
    changed = with_seam(text, "Till.__init__", "client") or ""
    assert "def __init__(self, name, *, client=None):" in changed
    assert "        self.client = Client(HOST) if client is None else client\n" in changed


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("()", "(*, client=None)"),
        ("(a, /)", "(a, /, *, client=None)"),
        ("(a, *more)", "(a, *more, client=None)"),
        ("(a, *, b=1)", "(a, *, b=1, client=None)"),
        ("(\n    a,\n    b=1,\n)", "(\n    a,\n    b=1,\n    *,\n    client=None,\n)"),
        ("(\n    a,\n    *,\n    b=1,\n)", "(\n    a,\n    *,\n    b=1,\n    client=None,\n)"),
        ("(\n    a,\n    *more,\n)", "(\n    a,\n    *more,\n    client=None,\n)"),
        ("(\n    a,\n)", "(\n    a, *, client=None,\n)"),
    ],
)
def test_the_parameter_stands_where_the_others_do(before: str, after: str) -> None:
    text = f"{HEAD}def status{before}:\n    client = Client()\n    return client.ok\n"

    assert f"def status{after}:\n" in (with_seam(text, "status", "client") or "")


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("client = Client(order)", id="what the caller gives goes into it"),
        pytest.param("client = dict(a=1)", id="a builtin"),
        pytest.param("import api\nclient = api.Client()", id="what the function imports itself"),
        pytest.param("for one in HOST:\n    client = Client()", id="built again and again"),
        pytest.param("client = Client()\nclient = Client()", id="built twice"),
        pytest.param("client = Client()\ndel client", id="taken away"),
        pytest.param("client = Client()\nfor client in HOST: pass", id="a name with two uses"),
        pytest.param("print(client)\nclient = Client()", id="read before"),
        pytest.param("client = Client()\nprint(locals())", id="names are looked at"),
        pytest.param("global client\nclient = Client()", id="a variable of the module"),
        pytest.param("client = Client()\ndef f():\n    nonlocal client", id="a function in it sets it"),
        pytest.param("def f():\n    client = Client()", id="a function in it builds it"),
        pytest.param("client = other = Client()", id="two names for one"),
        pytest.param("client = Client().open", id="not what a call returns"),
    ],
)
def test_what_cannot_become_a_parameter_without_doubt_is_not_offered(body: str) -> None:
    text = f"{HEAD}def status(order):\n{indent(body, '    ')}\n    return client.ok\n"

    assert names_at(text, "return client.ok") == []
    assert with_seam(text, "status", "client") is None


@pytest.mark.parametrize(
    "head",
    [
        "def status(order, client):",
        "def status(order, **options):",
        "@app.route('/')\ndef status(order):",
        "@property\ndef status(order):",
        "def __eq__(order, other):",
    ],
)
def test_a_function_whose_parameters_others_rely_on_is_left_alone(head: str) -> None:
    text = f"{HEAD}{head}\n    client = Client()\n    return client.ok\n"

    assert names_at(text, "return client.ok") == []


def test_decorators_that_do_not_mind_are_kept() -> None:
    text = module(
        """
        class Till:
            @staticmethod
            def open():
                client = Client()
                return client.ok
        """
    )

    assert "    def open(*, client=None):\n" in (with_seam(text, "Till.open", "client") or "")


def test_where_something_is_blocked_all_that_was_built_before_may_be_the_reason() -> None:
    text = module(
        """
        def status():
            disk = shutil.disk_usage(".")
            client = Client()
            if HOST:
                return "ok"
            late = connect()
            return late
        """
    )

    assert names_at(text, "if HOST", before=True) == [("status", "disk"), ("status", "client")]
    assert names_at(text, "if HOST") == []


def test_what_a_function_only_works_with_is_no_collaborator() -> None:
    head = "from collections import Counter\n\n\n"
    text = f"{head}def count(words):\n    found = Counter()\n    return found.total\n"

    assert names_at(text, "return found") == []


def test_code_that_does_not_parse_has_no_seams() -> None:
    assert seams_at("def f(:\n    client = Client()\n", 2) == []
    assert with_seam("def f(:\n", "f", "client") is None
