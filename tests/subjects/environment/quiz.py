"""A question on the console."""


def ask(answer: int = 42) -> str:
    wrong = 0
    while True:
        try:
            text = input("How much? ")
        except EOFError:
            return "gave up"
        if text == "quit":
            return "left"
        if not text.isdigit():
            print("a number, please")
            continue
        if int(text) == answer:
            return "first try" if not wrong else f"after {wrong} wrong answers"
        wrong += 1
