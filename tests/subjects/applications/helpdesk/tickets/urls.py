from django.urls import path

from tickets import views

app_name = "tickets"
urlpatterns = [
    path("", views.TicketList.as_view(), name="list"),
    path("new/", views.TicketCreate.as_view(), name="create"),
    path("stats/", views.stats, name="stats"),
    path("<int:pk>/", views.TicketDetail.as_view(), name="detail"),
    path("<int:pk>/comment/", views.comment, name="comment"),
]
