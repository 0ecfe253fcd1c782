"""Match statements."""


def kind(value):
    match value:
        case 0:
            return "zero"
        case 1 | 2:
            name = "few"
        case [first, second]:
            return "pair"
        case [first, *rest] if rest:
            name = "many"
        case str() as text if len(text) > 3:
            return "text"
        case {"key": found}:
            return found
        case None:
            name = "nothing"
        case _:
            name = "other"
    return name


def open_ended(value):
    match value:
        case "go":
            speed = 1
        case "stop":
            speed = 0
    return value


def capture(value):
    match value:
        case True:
            return 1
        case number if number > 3:
            return 2
    return 3


def only(value):
    match value:
        case _:
            value = 1
    return value


class Point:
    __match_args__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y


def where(point):
    match point:
        case Point(0, 0):
            return "origin"
        case Point(x=0):
            return "y axis"
        case Point():
            return "somewhere"
        case _:
            return "nowhere"


STATE = "on"
match STATE:
    case "off":
        POWER = 0
    case "on":
        POWER = 1
