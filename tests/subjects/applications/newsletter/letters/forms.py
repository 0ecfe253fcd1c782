from django import forms
from django.conf import settings
from django.core.mail import send_mail
from django.urls import reverse

from letters.models import Subscriber


class SignUpForm(forms.Form):
    email = forms.EmailField()
    name = forms.CharField(max_length=60, required=False)

    def clean_email(self):
        email = self.cleaned_data["email"].lower()
        domain = email.rpartition("@")[2]
        if domain in settings.LETTERS_BLOCKED_DOMAINS:
            raise forms.ValidationError("Please use another address.", code="blocked")
        if Subscriber.objects.active().filter(email=email).exists():
            raise forms.ValidationError("You are subscribed already.", code="subscribed")
        return email

    def clean_name(self):
        return " ".join(self.cleaned_data["name"].split())

    def save(self):
        """The subscriber, new or come back, who has to confirm by the link in a mail."""
        subscriber, _ = Subscriber.objects.get_or_create(email=self.cleaned_data["email"])
        subscriber.name = self.cleaned_data["name"] or subscriber.name
        subscriber.confirmed = None
        subscriber.save()
        link = settings.LETTERS_SITE + reverse("letters:confirm", args=[subscriber.token])
        send_mail("Please confirm", f"Follow this link: {link}", None, [subscriber.email])
        return subscriber
