from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from courses.models import Workshop


class WorkshopForm(forms.ModelForm):
    class Meta:
        model = Workshop
        fields = ["title", "description", "level", "starts_at", "ends_at", "places", "price"]

    def __init__(self, *args, host=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.host = host

    def clean_title(self) -> str:
        title = self.cleaned_data["title"].strip()
        if title.isupper():
            title = title.capitalize()
        if "free beer" in title.lower():
            raise ValidationError("Nice try.", code="spam")
        return title

    def clean_starts_at(self):
        starts_at = self.cleaned_data["starts_at"]
        if starts_at <= timezone.now():
            raise ValidationError("The workshop has to be in the future.")
        return starts_at

    def clean(self):
        data = super().clean()
        if data.get("level") == Workshop.Level.ADVANCED and (data.get("places") or 0) > 12:
            self.add_error("places", "Advanced workshops have twelve places at most.")
        return data

    def save(self, commit=True):
        if self.host is not None:
            self.instance.host = self.host
        return super().save(commit)


class SearchForm(forms.Form):
    q = forms.CharField(required=False, max_length=50, strip=True)
    level = forms.ChoiceField(required=False, choices=[("", "any"), *Workshop.Level.choices])
    free_only = forms.BooleanField(required=False)

    def results(self):
        workshops = Workshop.objects.upcoming().with_taken()
        if not self.is_valid():
            return workshops.none()
        data = self.cleaned_data
        if data["q"]:
            workshops = workshops.search(data["q"])
        if data["level"]:
            workshops = workshops.filter(level=data["level"])
        if data["free_only"]:
            workshops = [w for w in workshops if w.taken < w.places]
        return workshops
