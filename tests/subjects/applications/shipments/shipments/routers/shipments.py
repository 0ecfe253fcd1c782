from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Response, status
from sqlalchemy import select

from shipments import services
from shipments.models import Shipment, Status
from shipments.schemas import EventIn, Quote, ShipmentIn, ShipmentOut
from shipments.security import AccountDep, SessionDep

router = APIRouter(prefix="/shipments", tags=["shipments"])


def find(session: SessionDep, account: AccountDep, shipment_id: int) -> Shipment:
    shipment = session.get(Shipment, shipment_id)
    if shipment is None or shipment.account_id != account.id:
        raise HTTPException(status.HTTP_404_NOT_FOUND, "No such shipment")
    return shipment


@router.get("", response_model=list[ShipmentOut])
def list_shipments(
    session: SessionDep,
    account: AccountDep,
    status: Status | None = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
):
    query = select(Shipment).where(Shipment.account_id == account.id)
    if status is not None:
        query = query.where(Shipment.status == status)
    return session.scalars(query.order_by(Shipment.id).limit(limit)).all()


@router.post("", response_model=ShipmentOut, status_code=status.HTTP_201_CREATED)
def create(data: ShipmentIn, session: SessionDep, account: AccountDep, response: Response):
    try:
        shipment = services.create_shipment(session, account, data)
    except services.DuplicateReference as error:
        raise HTTPException(status.HTTP_409_CONFLICT, f"Reference {error} is taken") from error
    response.headers["Location"] = f"/shipments/{shipment.id}"
    return shipment


@router.get("/summary")
def summary(session: SessionDep, account: AccountDep) -> dict[str, int]:
    return services.summary(session, account)


@router.get("/quote")
def quote(weight_grams: Annotated[int, Query(gt=0)], express: bool = False) -> Quote:
    return Quote(cents=services.price_for(weight_grams, express), express=express)


@router.get("/{shipment_id}", response_model=ShipmentOut)
def read(shipment_id: int, session: SessionDep, account: AccountDep):
    return find(session, account, shipment_id)


@router.post("/{shipment_id}/events", response_model=ShipmentOut)
def add_event(shipment_id: int, data: EventIn, session: SessionDep, account: AccountDep):
    shipment = find(session, account, shipment_id)
    try:
        return services.advance(session, shipment, data)
    except services.InvalidTransition as error:
        raise HTTPException(status.HTTP_409_CONFLICT, str(error)) from error


@router.delete("/{shipment_id}", status_code=status.HTTP_204_NO_CONTENT)
def delete(shipment_id: int, session: SessionDep, account: AccountDep) -> None:
    shipment = find(session, account, shipment_id)
    if shipment.status is not Status.CREATED:
        raise HTTPException(status.HTTP_409_CONFLICT, "Only shipments that were not sent can be deleted")
    session.delete(shipment)
    session.commit()
