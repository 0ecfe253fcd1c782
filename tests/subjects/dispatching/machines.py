"""A machine that executes a list of instructions, each by a handler of its own."""


class Machine:
    def __init__(self):
        self.stack = []
        self.names = {}
        self._handlers = {
            "PUSH": self._push,
            "ADD": self._add,
            "STORE": self._store,
            "LOAD": self._load,
            "JUMP_IF": self._jump_if,
        }

    def run(self, program):
        place = 0
        while place < len(program):
            name, *arguments = program[place]
            handler = self._handlers.get(name)
            if handler is None:
                raise ValueError(f"unknown instruction {name}")
            target = handler(*arguments)
            place = place + 1 if target is None else target
        return self.stack

    def _push(self, value):
        self.stack.append(value)

    def _add(self):
        right = self.stack.pop()
        left = self.stack.pop()
        self.stack.append(left + right)

    def _store(self, name):
        self.names[name] = self.stack.pop()

    def _load(self, name):
        if name not in self.names:
            raise KeyError(name)
        self.stack.append(self.names[name])

    def _jump_if(self, target):
        if self.stack and self.stack.pop():
            return len(target)
        return None
