"""Interviews, which are generators that yield questions and are sent the answers."""


class Interview:
    """Leads through the questions of a script."""

    def __init__(self, script, answers):
        self._script = script
        self._answers = answers
        self.log = []

    def run(self):
        """Put the questions until the script ends, and return what that concludes."""
        try:
            question = next(self._script)
            while True:
                if question in self._answers:
                    self.log.append(question)
                    question = self._script.send(self._answers[question])
                else:
                    question = self._script.throw(LookupError(question))
        except LookupError as error:
            return f"nobody knows {error}"
        except StopIteration as end:
            if end.value is None:
                return "no conclusion"
            return f"concluded: {end.value}"
