"""The user's consent to requests of a repository.

They concern the interpreter in the repository, and the actions that its pyproject.toml asks the guard to
allow. The answers are kept in the store, for the project and exactly the request; a changed interpreter needs
new consent.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from pygls.lsp.server import LanguageServer

from testloom.lsp.documents import folder_of
from testloom.lsp.messages import choose, show_warning
from testloom.lsp.translation import say
from testloom.model.errors import InterpreterError, TrackedInterpreterError

LONGEST_QUESTION = 600
"""The maximum length of a question: VS Code cuts off messages after 1000 characters.

Nobody agrees to unseen text.
"""


class Consent:
    """Asks the user for consent, with one question about a project at a time."""

    def __init__(self, server: LanguageServer) -> None:
        self._server = server
        self._asking: defaultdict[Path, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def interpreter(self, root: Path, wanted: str | None, *, asks: bool = True) -> Path:
        """Find the interpreter for the code below a root; with `asks`, the user may be asked for consent.

        Raises:
            InterpreterError: if there is none that can be used, or the user does not want the repository's.
        """
        from testloom.subject import find_interpreter, find_project

        project = find_project(root / "_")
        within = folder_of(self._server.workspace, root / "_") or root
        find = partial(find_interpreter, root, wanted, partial(_may_run, project), within)
        return await self._agreed(project, find, asks=asks)

    async def recorded_interpreter(self, file: Path, recorded: Path) -> Path:
        """Find the interpreter that a recording was made with, asking for consent if needed.

        Raises:
            InterpreterError: if it is not one of the project's, cannot be used, or the user does not want it.
        """
        from testloom.subject import find_project, find_recorded_interpreter

        project = find_project(file)
        find = partial(find_recorded_interpreter, project, recorded, partial(_may_run, project))
        return await self._agreed(project, find)

    async def _agreed(self, project: Path, find: Callable[[], Path], *, asks: bool = True) -> Path:
        """Return the interpreter that `find` returns, if necessary after the user has agreed to it."""
        try:
            try:
                return await asyncio.to_thread(find)
            except TrackedInterpreterError as error:
                if not asks or not await self._ask_to_run(project, error):
                    raise
            return await asyncio.to_thread(find)
        except InterpreterError as error:
            advice = say("Select another interpreter, or set testloom.python.")
            raise InterpreterError(error.what, advice) from None

    async def allowance(self, project: Path, own: Sequence[str], *, asks: bool = True) -> tuple[str, ...]:
        """Collect what the guard lets pass: the user's own setting, and what they allow the project.

        Raises:
            UsageError: if the project's settings are wrong.
            StoreError: if the answer cannot be read or kept.
        """
        from testloom.subject import wanted_allowance

        wanted = await asyncio.to_thread(wanted_allowance, project)
        return await self.allowed(project, wanted, own, asks=asks)

    async def allowed(
        self, project: Path, wanted: Sequence[str], own: Sequence[str], *, asks: bool = True
    ) -> tuple[str, ...]:
        """Add to the user's `own` setting what else is `wanted` for a project, if the user allows it.

        Raises:
            StoreError: if the answer cannot be read or kept.
        """
        missing = [entry for entry in wanted if entry not in own]
        if not missing:
            return tuple(own)
        async with self._asking[project]:
            is_allowed = await asyncio.to_thread(_answer, project, wanted)
            if is_allowed is None and asks:
                is_allowed = await self._ask_to_allow(project, wanted)
        return (*own, *missing) if is_allowed else tuple(own)

    async def _ask_to_allow(self, project: Path, wanted: Sequence[str]) -> bool:
        """Ask the user to allow actions, and keep the answer; no answer counts as no, and is not kept."""
        listed, file = ", ".join(wanted), project / "pyproject.toml"
        yes, no = say("Allow"), say("Don't Allow")
        chosen = None
        if len(listed) <= LONGEST_QUESTION:
            question = say(
                "{0} requests these permissions for the code under test: {1}. Allow them?", file, listed
            )
            chosen = await choose(self._server, f"Testloom: {question}", yes, no)
        if chosen is None:
            show_warning(
                self._server,
                say("The actions that {0} asks for stay blocked. To allow them, set testloom.allow.", file),
            )
            return False
        await asyncio.to_thread(_remember, project, wanted, chosen == yes)
        return chosen == yes

    async def _ask_to_run(self, project: Path, wish: TrackedInterpreterError) -> bool:
        """Ask whether the repository's interpreter may run; only a yes is kept."""
        yes, no = say("Use It"), say("Don't Use It")
        async with self._asking[project]:
            if await asyncio.to_thread(_may_run, project, wish.python):
                return True
            question = say(
                "{0} does what the repository says (git tracks {1}). Testloom cannot restrict it. Use it?",
                wish.python,
                wish.tracked,
            )
            is_agreed = await choose(self._server, f"Testloom: {question}", yes, no) == yes
            if is_agreed:
                await asyncio.to_thread(_let_run, project, wish.python)
        return is_agreed


def _may_run(project: Path, python: Path) -> bool:
    from testloom.store import Consents, open_store

    with open_store() as database:
        return Consents(database).may_run(project, python)


def _let_run(project: Path, python: Path) -> None:
    from testloom.store import Consents, open_store

    with open_store() as database:
        Consents(database).let_run(project, python)


def _answer(project: Path, wishes: Sequence[str]) -> bool | None:
    from testloom.store import Consents, open_store

    with open_store() as database:
        return Consents(database).answer(project, wishes)


def _remember(project: Path, wishes: Sequence[str], agreed: bool) -> None:
    from testloom.store import Consents, open_store

    with open_store() as database:
        Consents(database).remember(project, wishes, agreed=agreed)
