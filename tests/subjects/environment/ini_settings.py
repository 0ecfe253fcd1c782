"""Settings from an ini file beside the program."""

import configparser

DEFAULT_PORT = 8080


def load(path="settings.ini"):
    parser = configparser.ConfigParser()
    if not parser.read(path):
        return {"host": "localhost", "port": DEFAULT_PORT}
    if not parser.has_section("server"):
        raise KeyError("server")
    server = parser["server"]
    port = server.getint("port", DEFAULT_PORT)
    if port < 1024:
        raise ValueError("port is reserved")
    return {"host": server.get("host", "localhost"), "port": port}
