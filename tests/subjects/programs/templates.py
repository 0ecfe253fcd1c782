"""Makes projects from a template with folders, variables and hooks."""

import json
import shutil
import sys
from pathlib import Path

from cookiecutter.main import cookiecutter


def template(folder: Path) -> Path:
    inner = folder / "{{ cookiecutter.slug }}"
    (inner / "docs").mkdir(parents=True)
    defaults = {
        "name": "My Project",
        "slug": "{{ cookiecutter.name.lower().replace(' ', '-') }}",
        "licence": ["MIT", "BSD"],
        "_copy_without_render": ["*.html"],
    }
    (folder / "cookiecutter.json").write_text(json.dumps(defaults))
    (inner / "README.md").write_text("# {{ cookiecutter.name }}\n{{ cookiecutter.licence }}\n")
    (inner / "docs" / "index.html").write_text("{{ untouched }}")
    return folder


def main() -> None:
    place = Path("made")
    shutil.rmtree(place, ignore_errors=True)
    source = template(place / "template")
    for name, licence in (("My Project", "MIT"), ("Other", "BSD")):
        made = cookiecutter(
            str(source),
            no_input=True,
            extra_context={"name": name, "licence": licence},
            output_dir=str(place),
            default_config=True,
        )
        print(Path(made).name, (Path(made) / "README.md").read_text())
    try:
        cookiecutter(str(source), no_input=True, output_dir=str(place), default_config=True)
    except Exception as error:
        print(type(error).__name__)


for _ in range(int(sys.argv[1])):
    main()
