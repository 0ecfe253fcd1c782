"""A class method makes an object, a static method does not."""


class Version:
    def __init__(self, major: int, minor: int) -> None:
        self.major = major
        self.minor = minor

    @classmethod
    def parse(cls, text: str) -> "Version":
        major, dot, minor = text.partition(".")
        if not dot:
            raise ValueError("a version has a dot")
        return cls(int(major), int(minor))

    @staticmethod
    def is_stable(major: int) -> bool:
        return major > 0
