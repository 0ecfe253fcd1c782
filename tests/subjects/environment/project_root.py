"""Finds the folder that a project starts from."""

from pathlib import Path


def kind_of_project(folder: str = ".") -> str:
    root = Path(folder)
    if not root.is_dir():
        raise NotADirectoryError(folder)
    if (root / "pyproject.toml").is_file():
        text = (root / "pyproject.toml").read_text()
        return "poetry" if "[tool.poetry]" in text else "python"
    if (root / "package.json").exists():
        return "node"
    if any(root.glob("*.csv")):
        return "data"
    return "unknown"
