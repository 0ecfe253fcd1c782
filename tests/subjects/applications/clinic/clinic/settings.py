from functools import lru_cache

from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_prefix="CLINIC_")

    database_url: str = "sqlite:///clinic.db"
    opens: int = 8
    closes: int = 18
    cancel_notice_hours: int = 24
    admin_token: str = "change-me"


@lru_cache
def get_settings() -> Settings:
    return Settings()
