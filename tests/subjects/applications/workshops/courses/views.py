from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.mixins import LoginRequiredMixin, UserPassesTestMixin
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_GET, require_POST
from django.views.generic import CreateView, DetailView, ListView

from courses.forms import SearchForm, WorkshopForm
from courses.models import Registration, Workshop


class WorkshopList(ListView):
    def get_queryset(self):
        return SearchForm(self.request.GET).results()

    def render_to_response(self, context, **kwargs):
        return JsonResponse({"workshops": [w.title for w in context["object_list"]]})


class WorkshopDetail(DetailView):
    queryset = Workshop.objects.all()

    def get_object(self, queryset=None):
        workshop = super().get_object(queryset)
        if not workshop.published and workshop.host != self.request.user:
            raise Http404("not published")
        return workshop

    def render_to_response(self, context, **kwargs):
        workshop = context["object"]
        member = self.request.user.groups.filter(name="members").exists()
        return JsonResponse(
            {
                "title": workshop.title,
                "free": workshop.free_places,
                "price": str(workshop.price_for(member)),
            }
        )


class WorkshopCreate(LoginRequiredMixin, UserPassesTestMixin, CreateView):
    form_class = WorkshopForm

    def test_func(self) -> bool:
        return self.request.user.is_staff

    def get_form_kwargs(self):
        return super().get_form_kwargs() | {"host": self.request.user}

    def form_valid(self, form):
        messages.success(self.request, f"“{form.cleaned_data['title']}” has been created.")
        return super().form_valid(form)

    def form_invalid(self, form):
        return JsonResponse({"errors": form.errors}, status=400)


@login_required
@require_POST
def register(request: HttpRequest, slug: str) -> HttpResponse:
    workshop = get_object_or_404(Workshop.objects.upcoming(), slug=slug)
    if workshop.host == request.user:
        raise PermissionDenied("hosts cannot register")
    registration = Registration.place(workshop, request.user)
    if registration.status == Registration.Status.WAITING:
        messages.warning(request, "You are on the waiting list.")
    else:
        messages.success(request, "You have a place.")
    return redirect(workshop)


@login_required
@require_POST
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    registration = get_object_or_404(Registration, pk=pk, user=request.user)
    try:
        successor = registration.cancel()
    except ValidationError as error:
        return JsonResponse({"errors": error.messages}, status=409)
    return JsonResponse({"cancelled": pk, "successor": successor.user.username if successor else None})


@require_GET
def feed(request: HttpRequest) -> JsonResponse:
    try:
        limit = int(request.GET.get("limit", 10))
    except ValueError:
        return JsonResponse({"error": "limit has to be a number"}, status=400)
    workshops = Workshop.objects.upcoming().with_taken()[: max(1, min(limit, 50))]
    items = [
        {"title": str(w), "url": w.get_absolute_url(), "free": w.places - w.taken} for w in workshops
    ]
    response = JsonResponse({"items": items})
    response["Cache-Control"] = "max-age=300"
    return response
