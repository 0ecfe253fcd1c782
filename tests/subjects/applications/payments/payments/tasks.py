"""Background tasks of a shop."""

from celery import Celery, shared_task

app = Celery("shop", broker="memory://", backend="cache+memory://")


class PaymentError(Exception):
    pass


@app.task
def add(x: int, y: int) -> int:
    return x + y


@shared_task(bind=True, max_retries=2, default_retry_delay=1)
def charge(self, order_id: int, amount: float) -> dict:
    if amount <= 0:
        raise ValueError("amount must be positive")
    if amount > 1000:
        raise self.retry(exc=PaymentError(f"order {order_id} declined"))
    return {"order": order_id, "charged": round(amount, 2)}


@app.task(name="shop.summary", ignore_result=True)
def summarise(orders: list[dict]) -> dict[str, float]:
    totals: dict[str, float] = {}
    for order in orders:
        totals[order["customer"]] = totals.get(order["customer"], 0.0) + order["amount"]
    return totals


def enqueue(order_id: int, amount: float) -> str:
    if amount < 10:
        return charge.apply(args=[order_id, amount]).get()["order"]
    return charge.delay(order_id, amount).id
