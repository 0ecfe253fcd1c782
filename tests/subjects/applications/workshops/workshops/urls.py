from django.urls import include, path

urlpatterns = [path("workshops/", include("courses.urls"))]
