"""Sends letters by a server that is connected when a mailer is made."""


class Mailer:
    def __init__(self, host: str, limit: int = 3) -> None:
        from smtplib import SMTP

        self.limit = limit
        self.sent: list[str] = []
        self._server = SMTP(host, 25, timeout=10)

    def send(self, to: str, text: str) -> str:
        if "@" not in to:
            raise ValueError("this is no address")
        if len(self.sent) >= self.limit:
            return "full"
        if self._server.sendmail("us@example.org", [to], text):
            return "refused"
        self.sent.append(to)
        return "sent"

    def summary(self) -> str:
        return ", ".join(self.sent) if self.sent else "nothing"
