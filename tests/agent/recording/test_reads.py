"""Files, variables and the clock are recorded as calls saw them."""

from __future__ import annotations

from tests.agent.recorded_program import Project


def test_files_that_a_call_reads_are_recorded_without_secrets(project: Project) -> None:
    project.write(
        files="""
        import os, pathlib
        def gather(folder):
            names = sorted(os.listdir(folder))
            text = pathlib.Path(folder, "note.txt").read_text()
            with open(os.path.join(folder, "settings.ini")) as stream: settings = stream.read()
            pathlib.Path("out", "sum.txt").write_text(text * 2)
            return names, len(settings), pathlib.Path("out", "sum.txt").read_text()
        """,
        app="""
        import os
        from files import gather
        print(gather(os.path.abspath("data")))
        """,
    )
    (project.folder / "data" / "old").mkdir(parents=True)
    (project.folder / "out").mkdir()
    (project.folder / "data" / "note.txt").write_text("hello")
    (project.folder / "data" / "settings.ini").write_text("user = ann\npassword = hunter2\n")
    assert project.run() == project.plainly()

    [(_, data)] = project.calls
    assert data["steps"][0] == ["literal", 1, "data"]
    assert data["files"] == {
        "data/old": None,
        "data/note.txt": "hello",
        "data/settings.ini": "user = ann\npassword = redacted\n",
        "out": None,
    }


def test_files_that_a_call_asks_about_are_recorded(project: Project) -> None:
    project.write(
        places="""
        import os
        from os.path import isfile
        from pathlib import Path
        def kinds(folder):
            return isfile(folder + "/a.txt"), os.path.isdir(folder), Path(folder, "b.txt").exists()
        """,
        app="from places import kinds\nprint(kinds('data'))\n",
    )
    (project.folder / "data").mkdir()
    (project.folder / "data" / "a.txt").write_text("a")
    (project.folder / "data" / "b.txt").write_text("b")
    assert project.run() == project.plainly()

    [(_, data)] = project.calls
    assert data["files"] == {"data/a.txt": "a", "data/b.txt": "b"}


def test_variables_and_the_clock_are_recorded_as_they_were_read(project: Project) -> None:
    project.write(
        around="""
        import os, time
        from datetime import datetime
        def place(): return os.environ["SHOP_PLACE"], os.getenv("SHOP_NOTHING"), "SHOP_TOKEN" in os.environ
        def hours(): return datetime.now() is None, time.time() > 0
        """,
        app="""
        import os
        from around import *
        os.environ.update(SHOP_PLACE="Ulm", SHOP_TOKEN="abcdef")
        print(place(), hours())
        """,
    )
    assert project.run() == project.plainly()

    place, hours = [data for _, data in project.calls]
    assert place["variables"] == {"SHOP_PLACE": "Ulm", "SHOP_NOTHING": None, "SHOP_TOKEN": "redacted"}
    assert abs(hours["clock"] - hours["span"][0]) < 24 * 3600
