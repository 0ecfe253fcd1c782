"""What holds for all tests: a home of their own, properties without deadlines, golden files.

`--update-golden` writes the golden files anew; `--seconds-of-edits` is how long an editor changes a file;
`--foreign-cases` is how many hostile messages, and as many recorded calls, are turned into tests;
`--all-pythons` runs the agent's tests on every interpreter found, not only on the oldest and newest.
"""

from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("testloom", deadline=None, print_blob=True)
settings.load_profile("testloom")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew")
    parser.addoption("--all-pythons", action="store_true", help="run the agent's tests on every interpreter")
    parser.addoption(
        "--foreign-cases", type=int, default=2_000, help="how much hostile data tests are made of"
    )
    parser.addoption("--seconds-of-edits", type=float, default=4.0, help="how long an editor changes a file")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture(scope="session", autouse=True)
def _own_user_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what Testloom stores for its user away from the real user's folders."""
    home = tmp_path_factory.mktemp("user")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("CACHE", "CONFIG", "DATA", "STATE"):
            patch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
        patch.setenv("LOCALAPPDATA", str(home / "local"))
        patch.delenv("PYTEST_ADDOPTS", raising=False)
        yield
