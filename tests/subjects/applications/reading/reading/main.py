from contextlib import asynccontextmanager

from fastapi import FastAPI

from reading import auth, books
from reading.database import Base, engine


@asynccontextmanager
async def lifespan(app: FastAPI):
    Base.metadata.create_all(engine)
    yield


app = FastAPI(title="Reading lists", lifespan=lifespan)
app.include_router(auth.router)
app.include_router(books.router)


@app.get("/health")
def health():
    return {"status": "ok"}
