import time

import requests

from billing.errors import BillingError, NotFound, RateLimited, ServerError
from billing.models import Invoice


class BillingClient:
    def __init__(self, token, base_url="https://api.billing.example/v2", retries=3, timeout=10):
        self.base_url = base_url.rstrip("/")
        self.retries = retries
        self.timeout = timeout
        self.session = requests.Session()
        self.session.headers["Authorization"] = f"Bearer {token}"

    def _request(self, method, path, **kwargs):
        url = path if path.startswith("http") else f"{self.base_url}{path}"
        for attempt in range(self.retries):
            try:
                response = self.session.request(method, url, timeout=self.timeout, **kwargs)
            except requests.ConnectionError as error:
                if attempt == self.retries - 1:
                    raise BillingError("service unreachable") from error
                time.sleep(2**attempt)
                continue
            if response.status_code < 500:
                break
            time.sleep(2**attempt)
        if response.status_code == 404:
            raise NotFound(url)
        if response.status_code == 429:
            raise RateLimited(int(response.headers.get("Retry-After", 60)))
        if response.status_code >= 500:
            raise ServerError(response.status_code)
        response.raise_for_status()
        return response

    def invoice(self, invoice_id):
        return Invoice.from_json(self._request("GET", f"/invoices/{invoice_id}").json())

    def invoices(self, customer=None, page_size=50):
        """Yield all invoices, page by page."""
        params = {"limit": page_size}
        if customer is not None:
            params["customer"] = customer
        url = "/invoices"
        while url:
            response = self._request("GET", url, params=params)
            page = response.json()
            for item in page["items"]:
                yield Invoice.from_json(item)
            url, params = page.get("next"), None

    def pay(self, invoice_id, method="card"):
        if method not in ("card", "transfer"):
            raise ValueError(f"unknown method {method!r}")
        response = self._request("POST", f"/invoices/{invoice_id}/payments", json={"method": method})
        return response.json()["payment_id"]
