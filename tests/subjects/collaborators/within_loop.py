"""Code that needs an event loop which runs, without being asynchronous itself."""

import asyncio


class Poller:
    """Asks again and again, in a task of its own."""

    def __init__(self, most):
        self.loop = asyncio.get_running_loop()
        self.most = most
        self.asked = 0
        self.task = None

    def start(self):
        """Begin to ask; false if it has begun before."""
        if self.task is not None:
            return False
        self.task = asyncio.create_task(self._ask())
        return True

    async def _ask(self):
        while self.asked < self.most:
            self.asked += 1
            await asyncio.sleep(10)

    async def ended(self):
        """Wait for the last question."""
        if self.task is None:
            return "not begun"
        await self.task
        return f"asked {self.asked} times"


def where():
    """Say whether it runs within an event loop."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return "outside"
    return "inside"


async def measured(word):
    """Say how long a word is, which a thread of the loop finds out."""
    return await asyncio.to_thread(len, word)
