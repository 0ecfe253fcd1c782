from django.apps import AppConfig


class LettersConfig(AppConfig):
    name = "letters"

    def ready(self):
        from letters import signals  # noqa: F401
