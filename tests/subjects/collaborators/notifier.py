"""Tells people by mail, else by text message."""

import smtplib
from email.message import EmailMessage


class Notifier:
    """Sends mails through a server."""

    def __init__(self, host: str, sender: str = "noreply@example.org") -> None:
        self.host = host
        self.sender = sender

    def notify(self, address: str, text: str) -> str:
        message = EmailMessage()
        message["From"] = self.sender
        message["To"] = address
        message.set_content(text)
        try:
            with smtplib.SMTP(self.host, timeout=10) as server:
                refused = server.send_message(message)
        except smtplib.SMTPException:
            return "rejected"
        except OSError:
            return "unreachable"
        if refused:
            return "refused"
        return "sent"
