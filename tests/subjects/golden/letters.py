"""Long texts are split where they break."""

TEMPLATE = """Dear {name},

thank you for your letter. We shall answer it as soon as we have read all of it, which may take a while.

Yours
"""


def reply(name: str) -> str:
    if not name:
        raise ValueError("to whom?")
    return TEMPLATE.format(name=name)
