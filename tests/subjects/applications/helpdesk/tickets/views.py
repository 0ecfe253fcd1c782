from django.contrib import messages
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpResponseForbidden, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST
from django.views.generic import CreateView, DetailView, ListView

from tickets.forms import CommentForm, SearchForm, TicketForm
from tickets.models import Ticket


class TicketList(LoginRequiredMixin, ListView):
    paginate_by = 10

    def get_queryset(self):
        queryset = Ticket.objects.for_user(self.request.user)
        self.form = SearchForm(self.request.GET)
        if self.form.is_valid():
            queryset = self.form.apply(queryset)
        return queryset

    def get_context_data(self, **kwargs):
        context = super().get_context_data(**kwargs)
        context["form"] = self.form
        context["overdue"] = Ticket.objects.for_user(self.request.user).overdue().count()
        return context


class TicketDetail(LoginRequiredMixin, DetailView):
    def get_queryset(self):
        return Ticket.objects.for_user(self.request.user).select_related("reporter")


class TicketCreate(LoginRequiredMixin, CreateView):
    form_class = TicketForm
    model = Ticket

    def form_valid(self, form):
        form.instance.reporter = self.request.user
        messages.success(self.request, "Thank you, we will look at it.")
        return super().form_valid(form)


@require_POST
def comment(request, pk):
    if not request.user.is_authenticated:
        return HttpResponseForbidden("log in first")
    ticket = get_object_or_404(Ticket.objects.for_user(request.user), pk=pk)
    form = CommentForm(request.POST)
    if not form.is_valid():
        return JsonResponse({"errors": form.errors}, status=400)
    comment = form.save(commit=False)
    comment.ticket, comment.author = ticket, request.user
    comment.save()
    if request.user.is_staff and "close" in request.POST:
        ticket.close()
    return redirect(ticket)


def stats(request):
    counts = {status: Ticket.objects.filter(status=status).count() for status in Ticket.Status.values}
    return JsonResponse({"counts": counts, "overdue": Ticket.objects.overdue().count()})
