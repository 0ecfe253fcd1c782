"""What code does with the results of calls is found by the name that it calls."""

from __future__ import annotations

import ast

from testloom_agent.reflection.bodies.calls.results import results_of

SOURCE = """
async def status(module, path):
    code, out = module.run("ps")
    if code == 0:
        return out.strip()
    for key, value in module.items():
        print(key.lower(), value)
    names = [name.upper() for name in module.names()]
    with module.connect() as cursor:
        cursor.execute(names)
    self.answer = await module.fetch()
    return self.answer.json()

def lines(module):
    code, out = module.run("ls")
    other = module.run("pwd")
    first, *rest = module.split()
    return out.splitlines(), other + 1
"""


def test_results_are_values_are_unpacked_iterated_entered_and_awaited() -> None:
    assert results_of(ast.parse(SOURCE)) == {
        "run": [
            ["unpacked", ["code", ["==", "==:0"]], ["out", ["strip", "splitlines", "<by:'\\n'>"]]],
            ["value", ["other", ["+"]]],
        ],
        "items": [["rows", ["key", ["lower"]], ["value", []]]],
        "names": [["items", ["name", ["upper"]]]],
        "connect.__enter__": [["value", ["cursor", ["execute"]]]],
        "fetch": [["value", ["answer", ["json"]]]],
    }


def test_what_a_function_takes_as_text_is_one() -> None:
    source = "import re\ndef f(read):\n    found = read()\n    return re.sub('a', 'b', found)\n"

    assert results_of(ast.parse(source)) == {"read": [["value", ["found", ["<text>"]]]]}


def test_what_is_looked_up_in_a_result_is_told_from_where_it_has_a_name() -> None:
    source = """
async def body(receive):
    message = None
    while True:
        message = await receive()
        if message["type"] == "end":
            return message.get("body", b"")

def pages(load):
    for page in load():
        print(page["text"])
"""

    found = results_of(ast.parse(source))

    [[taking, [name, uses]]] = found["receive"]
    assert (taking, name) == ("value", "message")
    assert {"['type']==:'end'", "['body']"} <= {*uses}
    [[taking, [name, uses]]] = found["load"]
    assert (taking, name) == ("items", "page")
    assert "['text']" in uses
