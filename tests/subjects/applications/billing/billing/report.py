from collections import defaultdict
from datetime import date

from billing.client import BillingClient
from billing.errors import NotFound


def overdue_by_customer(client: BillingClient, today: date) -> dict[str, str]:
    """Sum of what each customer owes, the largest first."""
    sums = defaultdict(int)
    for invoice in client.invoices():
        if invoice.is_overdue(today):
            sums[invoice.customer] += invoice.total
    return {name: f"{total:.2f}" for name, total in sorted(sums.items(), key=lambda item: -item[1])}


def settle(client: BillingClient, invoice_ids: list[str]) -> tuple[list[str], list[str]]:
    paid, missing = [], []
    for invoice_id in invoice_ids:
        try:
            if not client.invoice(invoice_id).paid:
                paid.append(client.pay(invoice_id))
        except NotFound:
            missing.append(invoice_id)
    return paid, missing
