from django.conf import settings
from django.http import HttpResponse

SAFE = {"GET", "HEAD", "OPTIONS"}


class ReadOnlyMiddleware:
    """Refuse changes while the help desk is read-only, except by staff."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        if settings.HELPDESK_READ_ONLY and request.method not in SAFE and not request.user.is_staff:
            response = HttpResponse("The help desk is read-only.", status=503)
            response["Retry-After"] = "600"
            return response
        response = self.get_response(request)
        response["X-Helpdesk"] = "read-only" if settings.HELPDESK_READ_ONLY else "open"
        return response
