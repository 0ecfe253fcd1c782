class BillingError(Exception):
    """Base of all errors of this client."""


class NotFound(BillingError):
    pass


class RateLimited(BillingError):
    def __init__(self, retry_after):
        super().__init__(f"rate limited, retry after {retry_after} s")
        self.retry_after = retry_after


class ServerError(BillingError):
    def __init__(self, status):
        super().__init__(f"server answered {status}")
        self.status = status
