import pytest
from fastapi.testclient import TestClient
from sqlalchemy import create_engine
from sqlalchemy.orm import Session
from sqlalchemy.pool import StaticPool

from shipments.database import Base, get_session
from shipments.main import app
from shipments.models import Account


@pytest.fixture
def session():
    engine = create_engine("sqlite://", connect_args={"check_same_thread": False}, poolclass=StaticPool)
    Base.metadata.create_all(engine)
    with Session(engine, expire_on_commit=False) as session:
        yield session
    engine.dispose()


@pytest.fixture
def account(session):
    account = Account(name="Harbour Books", api_key="key-1")
    session.add(account)
    session.commit()
    return account


@pytest.fixture
def client(session, account):
    app.dependency_overrides[get_session] = lambda: session
    yield TestClient(app, headers={"X-API-Key": account.api_key})
    app.dependency_overrides.clear()
