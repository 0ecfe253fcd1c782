"""Clean exports of contacts before they are imported."""

import logging
import re

import pandas as pd

logger = logging.getLogger(__name__)

EMAIL = re.compile(r"^[^@\s]+@[^@\s]+\.[a-z]{2,}$")
COUNTRIES = {"deutschland": "DE", "germany": "DE", "uk": "GB", "england": "GB", "france": "FR"}


def normalise_columns(df):
    """Lower-case names with underscores."""
    df = df.copy()
    df.columns = [re.sub(r"\W+", "_", str(c).strip().lower()).strip("_") for c in df.columns]
    return df


def clean_email(value):
    """The address in lower case, or None if it is none."""
    if pd.isna(value):
        return None
    email = str(value).strip().lower()
    return email if EMAIL.match(email) else None


def clean_phone(value, default_prefix="+49"):
    if not isinstance(value, str):
        return None
    digits = re.sub(r"[^\d+]", "", value)
    if digits.startswith("00"):
        digits = "+" + digits[2:]
    elif digits.startswith("0"):
        digits = default_prefix + digits[1:]
    if not 7 <= len(digits.lstrip("+")) <= 15:
        return None
    return digits


def country_code(name):
    if name is None or pd.isna(name):
        return None
    key = name.strip().lower()
    if len(key) == 2:
        return key.upper()
    return COUNTRIES.get(key)


def drop_invalid(df):
    """Drop rows with neither an e-mail address nor a phone number."""
    valid = df["email"].notna() | df["phone"].notna()
    dropped = int((~valid).sum())
    if dropped:
        logger.warning("dropped %d contacts without address", dropped)
    return df[valid].reset_index(drop=True)


def deduplicate(df):
    """Keep the newest of the contacts with one address."""
    ordered = df.sort_values("updated_at")
    with_email = ordered[ordered["email"].notna()].drop_duplicates("email", keep="last")
    without = ordered[ordered["email"].isna()]
    return pd.concat([with_email, without]).sort_index().reset_index(drop=True)


def split_names(df):
    """Split 'name' into first and last name."""
    parts = df["name"].str.strip().str.split(r"\s+", n=1, expand=True)
    df = df.drop(columns="name")
    df["first_name"] = parts[0].str.title()
    df["last_name"] = parts[1].str.title() if 1 in parts.columns else None
    return df


def clean_contacts(raw):
    """All steps; returns the clean frame and a report of what was dropped."""
    df = normalise_columns(raw)
    if "email" not in df.columns:
        raise KeyError("email column is missing")
    before = len(df)
    df["email"] = df["email"].map(clean_email)
    if "phone" in df.columns:
        df["phone"] = df["phone"].map(clean_phone)
    else:
        df["phone"] = None
    df = drop_invalid(df)
    if "country" in df.columns:
        df["country"] = df["country"].map(country_code).fillna("XX")
    if "name" in df.columns and len(df):
        df = split_names(df)
    if "updated_at" in df.columns:
        df = deduplicate(df)
    return df, {"read": before, "kept": len(df), "dropped": before - len(df)}
