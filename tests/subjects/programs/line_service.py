"""Talks to the counting service from several clients at once."""

import asyncio
import sys

from lines import Counters, serve

LINES = ["add a", "add b 3", "ADD a 2", "add 1x", "add", "top 1", "top 5", "", "other", "add a x"]


async def client(port: int) -> list[str]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    said = []
    for line in LINES:
        writer.write(f"{line}\n".encode())
        said.append((await reader.readline()).decode().rstrip("\n"))
    writer.close()
    return said


async def main() -> None:
    counters = Counters()
    server = await asyncio.start_server(lambda *streams: serve(counters, *streams), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    answers = await asyncio.gather(*(client(port) for _ in range(10)))
    print(sum(map(len, answers)), answers[0][3])
    server.close()


for _ in range(int(sys.argv[1])):
    asyncio.run(main())
