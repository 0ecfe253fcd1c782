from django import template
from django.urls import reverse
from django.utils.html import format_html

register = template.Library()
WORDS_A_MINUTE = 200


@register.filter
def reading_time(text):
    words = len(text.split())
    if words < WORDS_A_MINUTE:
        return "less than a minute"
    minutes = words // WORDS_A_MINUTE
    return "1 minute" if minutes == 1 else f"{minutes} minutes"


@register.filter(is_safe=True)
def shorten(text, length=80):
    """Cut a text at a word, at most so many letters long."""
    if len(text) <= length:
        return text
    cut = text[:length].rsplit(" ", 1)[0]
    return f"{cut}…"


@register.simple_tag
def unsubscribe_link(subscriber, label="Leave"):
    if not subscriber.is_active:
        return ""
    return format_html('<a href="{}">{}</a>', reverse("letters:unsubscribe", args=[subscriber.token]), label)


@register.simple_tag(takes_context=True)
def page_link(context, number):
    """The address of the same page with another number."""
    query = context["request"].GET.copy()
    query["page"] = number
    return f"?{query.urlencode()}"
