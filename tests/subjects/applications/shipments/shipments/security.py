from typing import Annotated

from fastapi import Depends, Header, HTTPException, status
from sqlalchemy import select
from sqlalchemy.orm import Session

from shipments.database import get_session
from shipments.models import Account

SessionDep = Annotated[Session, Depends(get_session)]


def current_account(session: SessionDep, x_api_key: Annotated[str | None, Header()] = None) -> Account:
    if x_api_key is None:
        raise HTTPException(status.HTTP_401_UNAUTHORIZED, "API key missing")
    account = session.scalar(select(Account).where(Account.api_key == x_api_key))
    if account is None:
        raise HTTPException(status.HTTP_401_UNAUTHORIZED, "Unknown API key")
    if not account.is_active:
        raise HTTPException(status.HTTP_403_FORBIDDEN, "Account is suspended")
    return account


AccountDep = Annotated[Account, Depends(current_account)]
