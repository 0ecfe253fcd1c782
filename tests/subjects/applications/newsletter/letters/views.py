from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST
from django.views.generic import DetailView, FormView

from letters.forms import SignUpForm
from letters.models import Issue, Subscriber


class SignUp(FormView):
    form_class = SignUpForm
    template_name = "letters/sign_up.html"
    success_url = "/archive/"

    def get_initial(self):
        return {"email": self.request.GET.get("email", "")}

    def form_valid(self, form):
        form.save()
        messages.success(self.request, "We have sent you a mail.")
        return super().form_valid(form)


class IssueDetail(DetailView):
    model = Issue
    template_name = "letters/issue.html"

    def get_object(self, queryset=None):
        issue = super().get_object(queryset)
        if issue.sent is None and not self.request.user.is_staff:
            raise Http404("not sent yet")
        return issue


@require_GET
def confirm(request, token):
    subscriber = get_object_or_404(Subscriber, token=token)
    subscriber.confirm(token)
    messages.info(request, "Thank you.")
    return redirect("letters:archive")


@require_POST
def unsubscribe(request, token):
    subscriber = get_object_or_404(Subscriber, token=token)
    subscriber.leave()
    return JsonResponse({"email": subscriber.email, "left": True})


def archive(request):
    issues = Issue.objects.exclude(sent=None)
    if query := request.GET.get("q", "").strip():
        issues = issues.filter(title__icontains=query)
    page = Paginator(issues, 10).get_page(request.GET.get("page"))
    return render(request, "letters/archive.html", {"page": page, "query": query})


def feed(request):
    limit = int(request.GET.get("limit", 5))
    if not 1 <= limit <= 50:
        return JsonResponse({"error": "limit is 1 to 50"}, status=400)
    issues = Issue.objects.exclude(sent=None)[:limit]
    items = [{"title": issue.title, "url": issue.get_absolute_url()} for issue in issues]
    return JsonResponse({"count": len(items), "items": items})
