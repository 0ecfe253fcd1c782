from django import forms

from tickets.models import Comment, Ticket


class TicketForm(forms.ModelForm):
    class Meta:
        model = Ticket
        fields = ["title", "body", "priority"]

    def clean_title(self):
        title = self.cleaned_data["title"].strip()
        if len(title) < 5:
            raise forms.ValidationError("Say a little more.")
        return title

    def clean(self):
        cleaned = super().clean()
        if cleaned.get("priority") == Ticket.Priority.HIGH and not cleaned.get("body"):
            self.add_error("body", "Urgent tickets need a description.")
        return cleaned


class CommentForm(forms.ModelForm):
    class Meta:
        model = Comment
        fields = ["text"]


class SearchForm(forms.Form):
    q = forms.CharField(required=False, max_length=50)
    status = forms.ChoiceField(choices=[("", "any"), *Ticket.Status.choices], required=False)

    def apply(self, queryset):
        if self.cleaned_data["q"]:
            queryset = queryset.filter(title__icontains=self.cleaned_data["q"])
        if self.cleaned_data["status"]:
            queryset = queryset.filter(status=self.cleaned_data["status"])
        return queryset
