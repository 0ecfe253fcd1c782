from django.urls import path

from courses import views

app_name = "courses"

urlpatterns = [
    path("", views.WorkshopList.as_view(), name="list"),
    path("feed.json", views.feed, name="feed"),
    path("new/", views.WorkshopCreate.as_view(), name="create"),
    path("<slug:slug>/", views.WorkshopDetail.as_view(), name="detail"),
    path("<slug:slug>/register/", views.register, name="register"),
    path("registrations/<int:pk>/cancel/", views.cancel, name="cancel"),
]
