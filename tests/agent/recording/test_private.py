"""What calls read from private files and from variables is not recorded, wherever it turns up."""

from __future__ import annotations

import json
import os

import pytest

from tests.agent.recorded_program import Project

STREET, OWNER = "Elm Street 12 Springfield", "Marge Bouvier"
ENV = f"STREET={STREET}\nDB_PASSWORD=hunter2-kept\nDEBUG=1\n"
READING = """
    def street(file, owner="nobody"):
        with open(file) as stream: first = stream.readline()
        return owner + ": " + first.strip().partition("=")[2]
"""


def written(project: Project) -> bytes:
    """All that is on disk of the recording."""
    return b"".join(file.read_bytes() for file in project.folder.glob("calls.testloom*"))


def test_values_of_a_hidden_file_become_placeholders_in_the_content_and_in_the_result(
    project: Project,
) -> None:
    project.write(shop=READING, app="from shop import street\nprint(street('.env'))\n")
    (project.folder / ".env").write_text(ENV)
    assert project.run() == project.plainly()

    [(_, data)] = project.calls
    assert data["files"] == {".env": "STREET=redacted-1\nDB_PASSWORD=redacted\nDEBUG=1\n"}
    assert data["value"] == "nobody: redacted-1"
    assert data["withheld"]
    assert b"Elm Street" not in written(project) and b"hunter2" not in written(project)


def test_an_argument_that_the_private_file_holds_becomes_the_same_placeholder(project: Project) -> None:
    project.write(
        shop="""
        def lives_at(file, street):
            with open(file) as stream: return street in stream.read()
        """,
        app="import sys\nfrom shop import lives_at\nprint(lives_at('.env', sys.argv[1]))\n",
    )
    (project.folder / ".env").write_text(ENV)
    project.run("app.py", STREET)

    [(_, data)] = project.calls
    assert ["literal", 2, "redacted-1"] in data["steps"] and "STREET=redacted-1" in data["files"][".env"]


@pytest.mark.parametrize("folders", ["secret", "."])
def test_a_file_that_git_ignores_is_private(project: Project, folders: str) -> None:
    folder = project.folder / folders
    folder.mkdir(exist_ok=True)
    (folder / "settings.ini").write_text(ENV)
    place = f"{folder}/" if folders == "secret" else str(folder / "settings.ini")
    project.ignore(place)
    project.write(shop=READING, app=f"from shop import street\nprint(street('{folders}/settings.ini'))\n")
    project.run()

    [(_, data)] = project.calls
    assert list(data["files"].values()) == ["STREET=redacted-1\nDB_PASSWORD=redacted\nDEBUG=1\n"]


def test_a_list_of_what_git_ignores_that_is_lost_ends_the_recording(project: Project) -> None:
    project.ignore("secret")
    project.ignored.unlink()
    project.write(shop=READING, app="print('run')\n")

    _, said, status = project.run()

    assert status != 0 and "ignored" in said


def test_files_of_the_project_are_recorded_as_they_are(project: Project) -> None:
    project.write(shop=READING, app="from shop import street\nprint(street('data.ini'))\n")
    (project.folder / "data.ini").write_text(f"STREET={STREET}\n")
    project.run()

    [(_, data)] = project.calls
    assert data["files"] == {"data.ini": f"STREET={STREET}\n"} and "withheld" not in data


def test_what_a_module_reads_at_its_import_is_withheld_later(project: Project) -> None:
    project.write(
        shop="def greet(name): return 'Dear ' + name.upper()",
        app="""
        import os
        from shop import greet
        with open(".env") as stream: owner = stream.read().strip().partition("=")[2]
        print(greet(owner), greet(os.environ["SHOP_OWNER"]))
        """,
    )
    (project.folder / ".env").write_text(f"OWNER={OWNER}\n")
    project.variables["SHOP_OWNER"] = "Selma Bouvier"
    project.run()

    [(_, first), (_, second)] = project.calls
    assert (first["steps"][0], first["value"]) == (["literal", 1, "redacted-1"], "Dear REDACTED-1")
    assert second["steps"][0] == ["literal", 1, "redacted-2"]


def test_a_file_outside_of_the_project_is_private(project: Project) -> None:
    outside = project.folder.parent / f"{project.folder.name}-outside"
    outside.write_text(f"{OWNER}\n")
    project.write(
        shop="def greet(name): return name",
        app=f"from shop import greet\ngreet(open({str(outside)!r}).read())\n",
    )
    project.run()

    [(_, data)] = project.calls
    assert data["steps"][0] == ["literal", 1, "redacted-1\n"] and data["value"] == "redacted-1\n"


def test_what_the_program_itself_has_written_outside_is_not_private(project: Project) -> None:
    project.write(
        shop="def length(text): return len(text)",
        app="""
        import tempfile
        from shop import length
        with tempfile.TemporaryDirectory() as folder:
            with open(folder + "/a.txt", "w") as stream: stream.write("-".join(["elm", "street", "12"]))
            with open(folder + "/a.txt") as stream: length(stream.read())
        """,
    )
    project.run()

    [(_, data)] = project.calls
    assert data["steps"][0] == ["literal", 1, "elm-street-12"]


def test_values_of_variables_become_placeholders(project: Project) -> None:
    project.write(
        shop="""
        import os
        def owner(): return os.environ["SHOP_OWNER"], os.getenv("SHOP_FLOOR"), os.environ.get("SHOP_MODE")
        def name(): return dict(os.environ)["SHOP_OWNER"]
        def name_in_bytes(): return os.environb[b"SHOP_OTHER"].decode()
        """,
        app="from shop import *\nprint(owner(), name(), name_in_bytes())\n",
    )
    project.variables.update(SHOP_OWNER=OWNER, SHOP_FLOOR="12", SHOP_MODE="debug", SHOP_OTHER="Patty Bouvier")
    project.run()

    (_, first), (_, second), (_, third) = project.calls
    assert first["variables"] == {"SHOP_OWNER": "redacted-1", "SHOP_FLOOR": "12", "SHOP_MODE": "debug"}
    assert second["value"] == "redacted-1"
    assert third["value"].startswith("redacted-")
    assert b"Bouvier" not in written(project)


def test_variables_that_the_sources_set_are_no_secret(project: Project) -> None:
    project.write(
        shop="import os\ndef place(): return os.environ['SHOP_PLACE']\n",
        app="import os\nfrom shop import place\nos.environ['SHOP_PLACE'] = 'Capital City'\nplace()\n",
    )
    project.run()

    [(_, data)] = project.calls
    assert data["variables"] == {"SHOP_PLACE": "Capital City"}


def test_numbers_of_private_files_become_other_numbers(project: Project) -> None:
    project.write(
        shop="""
        import json
        def account(file):
            with open(file) as stream: return json.load(stream)["account"]
        def is_known(number): return number > 5
        """,
        app="from shop import *\nprint(is_known(account('.shop.json')))\n",
    )
    (project.folder / ".shop.json").write_text(
        json.dumps({"account": 47110815, "rate": 12.125, "open": True})
    )
    project.run()

    (_, first), (_, second) = project.calls
    content = json.loads(first["files"][".shop.json"])
    assert content["open"] is True and content["account"] == first["value"] == second["steps"][0][2]
    assert b"47110815" not in written(project) and b"12.125" not in written(project)


def test_a_folder_is_listed_without_what_is_in_its_private_files(project: Project) -> None:
    project.write(
        shop="""
        import os
        def names(folder): return sorted(os.listdir(folder)), os.path.exists(folder + "/.env")
        """,
        app="from shop import names\nprint(names('data'))\n",
    )
    (project.folder / "data").mkdir()
    (project.folder / "data" / ".env").write_text(ENV)
    (project.folder / "data" / ".key").write_bytes(b"\xff\xfe\x00")
    (project.folder / "data" / "a.txt").write_text("a")
    project.run()

    [(_, data)] = project.calls
    assert data["files"] == {"data/.env": "", "data/.key": "", "data/a.txt": "a"}


def test_a_file_that_is_looked_for_and_then_read_has_its_content(project: Project) -> None:
    project.write(
        shop="""
        import os
        def settings(file):
            if not os.path.exists(file): return ""
            with open(file) as stream: return stream.read()
        """,
        app="from shop import settings\nprint(settings('.env'))\n",
    )
    (project.folder / ".env").write_text(ENV)
    project.run()

    [(_, data)] = project.calls
    assert data["files"] == {".env": "STREET=redacted-1\nDB_PASSWORD=redacted\nDEBUG=1\n"}


def test_a_call_that_reads_a_private_binary_file_is_not_recorded(project: Project) -> None:
    project.write(
        shop="def size(file):\n    with open(file, 'rb') as stream: return len(stream.read())\n",
        app="from shop import size\nprint(size('.key'))\n",
    )
    (project.folder / ".key").write_bytes(b"\xff\xfe\x00Marge")
    project.run()

    assert not project.calls
    [(_, reason)] = project.lost
    assert "private" in reason and b"Marge" not in written(project)


def test_bytes_of_private_files_are_withheld_like_texts(project: Project) -> None:
    project.write(
        shop="def size(data): return len(data)",
        app="from shop import size\nsize(open('.note', 'rb').read())\n",
    )
    (project.folder / ".note").write_text("Straße der Bäume 12\n", encoding="utf-8")
    project.run()

    [(_, data)] = project.calls
    assert data["steps"][0] == ["literal", 1, {"bytes": "redacted-1\n"}]


def test_what_doubles_answer_is_withheld(project: Project) -> None:
    project.write(
        shop="""
        def owner(source): return source.read("owner")
        """,
        app="""
        from shop import owner
        class Source:
            def __init__(self, *_): pass
            def __new__(cls, *_): return super().__new__(cls)
            def read(self, name): return open(".env").read().strip().partition("=")[2]
        print(owner(Source()))
        """,
    )
    (project.folder / ".env").write_text(f"OWNER={OWNER}\n")
    project.run()

    assert project.calls and b"Bouvier" not in written(project)


def test_a_private_text_in_a_reason_is_withheld(project: Project) -> None:
    project.write(
        shop="class Odd:\n    __slots__ = ()\ndef show(text, lines): return [text] + lines\n",
        app="from shop import show\nshow(open('.note').read(), list(open('.note')) * 400)\n",
    )
    (project.folder / ".note").write_text(f"{OWNER}\n")
    project.run()

    assert project.lost and b"Bouvier" not in written(project)


def test_a_private_module_that_is_imported_is_withheld(project: Project) -> None:
    (project.folder / "local_settings.py").write_text(f"OWNER = {OWNER!r}\n")
    project.ignore(str(project.folder / "local_settings.py"))
    project.write(
        shop="def greet(name): return name",
        app="import local_settings\nfrom shop import greet\ngreet(local_settings.OWNER)\n",
    )
    project.run()

    [(_, data)] = project.calls
    assert data["value"] == "redacted-1"


def test_recording_goes_on_in_forked_children_without_private_texts(project: Project) -> None:
    if not hasattr(os, "fork"):
        pytest.skip("needs fork")
    project.write(
        shop="def greet(name): return name",
        app="""
        import os
        from shop import greet
        owner = open(".env").read().strip().partition("=")[2]
        if os.fork() == 0:
            greet(owner)
            os._exit(0)
        os.wait()
        """,
    )
    (project.folder / ".env").write_text(f"OWNER={OWNER}\n")
    project.run()

    [(_, data)] = project.calls
    assert data["value"] == "redacted-1"


def test_nothing_is_recorded_after_more_private_data_than_can_be_remembered(project: Project) -> None:
    project.write(
        shop="def size(text): return len(text)",
        app="""
        from shop import size
        print(size("first"))
        for number in range(6): open(f".{number}").read()
        size(["last"])
        """,
    )
    for number in range(6):
        (project.folder / f".{number}").write_text(f"owner {number}\n" * 100_000)
    project.run()

    assert [data["value"] for _, data in project.calls] == [len("first")]
    assert ["more than 4 MB of private files" in reason for _, reason in project.lost] == [True]


def test_packages_from_elsewhere_are_no_private_data(project: Project) -> None:
    package = project.folder.parent / f"{project.folder.name}_tools"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "words.py").write_text("WORD = 'cromulent'\n")
    project.write(
        shop="def size(text): return len(text)",
        app=f"""
        import sys
        sys.path.append({str(package.parent)!r})
        from importlib import import_module
        from shop import size
        size(import_module({f"{package.name}.words"!r}).WORD)
        """,
    )
    project.run()

    [(_, data)] = project.calls
    assert data["steps"][0] == ["literal", 1, "cromulent"]
