from django.conf import settings
from django.http import HttpResponsePermanentRedirect


class MovedMiddleware:
    """Redirect old addresses, and name the site in a header."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        for old, new in settings.LETTERS_MOVED.items():
            if request.path.startswith(old):
                return HttpResponsePermanentRedirect(new + request.path[len(old) :])
        response = self.get_response(request)
        response.headers.setdefault("X-Site", settings.LETTERS_SITE)
        return response


def preview_middleware(get_response):
    """Let staff see pages as of another day: `?preview=1`."""

    def middleware(request):
        request.is_preview = "preview" in request.GET and request.user.is_staff
        response = get_response(request)
        if request.is_preview:
            response["Cache-Control"] = "no-store"
        return response

    return middleware
