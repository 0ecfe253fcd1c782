from django.urls import path

from letters import views

app_name = "letters"
urlpatterns = [
    path("", views.SignUp.as_view(), name="sign-up"),
    path("confirm/<str:token>/", views.confirm, name="confirm"),
    path("leave/<str:token>/", views.unsubscribe, name="unsubscribe"),
    path("archive/", views.archive, name="archive"),
    path("feed.json", views.feed, name="feed"),
    path("issues/<slug:slug>/", views.IssueDetail.as_view(), name="issue"),
]
