"""Asks a database for two people."""

from database import Connection
from people import DataAccessObject, User


def main() -> None:
    connection = Connection(":memory:")
    connection.prepare("CREATE TABLE people (name TEXT, occupation TEXT)").execute()
    people = DataAccessObject(connection)
    people.add(User("Gandhi", "politics"))
    print(people.get_user_details("Gandhi"), people.get_user_details("Nobody"))


if __name__ == "__main__":
    main()
