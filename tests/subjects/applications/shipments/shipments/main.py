from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from sqlalchemy.exc import OperationalError

from shipments.database import Base, engine
from shipments.routers import shipments


@asynccontextmanager
async def lifespan(app: FastAPI):
    Base.metadata.create_all(engine)
    yield
    engine.dispose()


app = FastAPI(title="Shipments", lifespan=lifespan)
app.include_router(shipments.router)


@app.exception_handler(OperationalError)
async def database_unavailable(request: Request, error: OperationalError) -> JSONResponse:
    return JSONResponse({"detail": "Database unavailable"}, status_code=503, headers={"Retry-After": "5"})


@app.get("/health")
def health() -> dict[str, str]:
    return {"status": "ok"}
