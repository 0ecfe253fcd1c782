"""Arguments that may only be named stay named."""


def greet(name: str, *, loud: bool = False, times: int = 1) -> str:
    greeting = f"Hello {name}" if name else "Hello"
    if loud:
        greeting = greeting.upper()
    return " ".join([greeting] * min(times, 3))
