"""Exports the rows of a table through a connection of a pool."""


async def export(pool, table):
    """The names of the rows of a table, the first in capitals."""
    names = []
    async with pool.acquire() as connection:
        cursor = await connection.open_cursor(table)
        async for row in cursor.rows(table):
            name = row["name"]
            if not names:
                name = name.upper()
            names.append(name)
        if not names:
            await connection.report("empty")
    await pool.release(connection)
    return names
