import hashlib
import hmac
import secrets
from datetime import datetime, timedelta
from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, status
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, Field
from sqlalchemy import select
from sqlalchemy.orm import Session

from reading.database import Database, Token, User

LIFETIME = timedelta(hours=12)
router = APIRouter(tags=["auth"])
bearer = HTTPBearer(auto_error=False)


class Credentials(BaseModel):
    email: str = Field(pattern=r"^[^@\s]+@[^@\s]+$", max_length=120)
    password: str = Field(min_length=8)


class UserOut(BaseModel):
    id: int
    email: str


class TokenOut(BaseModel):
    access_token: str
    token_type: str = "bearer"


def hash_password(password: str, salt: str | None = None) -> str:
    salt = salt or secrets.token_hex(8)
    digest = hashlib.pbkdf2_hmac("sha256", password.encode(), salt.encode(), 1_000)
    return f"{salt}:{digest.hex()}"


def verify(password: str, hashed: str) -> bool:
    salt = hashed.split(":")[0]
    return hmac.compare_digest(hash_password(password, salt), hashed)


def issue(session: Session, user: User, now: datetime | None = None) -> Token:
    """A new token for a user; those that have expired are removed."""
    now = now or datetime.now()
    for token in [token for token in user.tokens if token.expires <= now]:
        session.delete(token)
    token = Token(value=secrets.token_urlsafe(24), expires=now + LIFETIME, user=user)
    session.add(token)
    session.commit()
    return token


def user_of(session: Session, value: str, now: datetime | None = None) -> User | None:
    """The user whose token this is, unless it has expired."""
    token = session.scalar(select(Token).where(Token.value == value))
    if token is None or token.expires <= (now or datetime.now()):
        return None
    return token.user


def current_user(
    session: Database, credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> User:
    user = user_of(session, credentials.credentials) if credentials else None
    if user is None:
        raise HTTPException(
            status.HTTP_401_UNAUTHORIZED, "Not authenticated", headers={"WWW-Authenticate": "Bearer"}
        )
    return user


CurrentUser = Annotated[User, Depends(current_user)]


@router.post("/register", status_code=status.HTTP_201_CREATED)
def register(data: Credentials, session: Database) -> UserOut:
    if session.scalar(select(User).where(User.email == data.email.lower())) is not None:
        raise HTTPException(status.HTTP_409_CONFLICT, "Email is registered already")
    user = User(email=data.email.lower(), password=hash_password(data.password))
    session.add(user)
    session.commit()
    return UserOut(id=user.id, email=user.email)


@router.post("/login")
def login(data: Credentials, session: Database) -> TokenOut:
    user = session.scalar(select(User).where(User.email == data.email.lower()))
    if user is None or not verify(data.password, user.password):
        raise HTTPException(status.HTTP_401_UNAUTHORIZED, "Wrong email or password")
    return TokenOut(access_token=issue(session, user).value)


@router.get("/me")
def me(user: CurrentUser) -> UserOut:
    return UserOut(id=user.id, email=user.email)


@router.post("/logout", status_code=status.HTTP_204_NO_CONTENT)
def logout(user: CurrentUser, session: Database) -> None:
    for token in list(user.tokens):
        session.delete(token)
    session.commit()
