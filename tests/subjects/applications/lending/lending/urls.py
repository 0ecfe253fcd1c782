from django.urls import include, path
from rest_framework.routers import DefaultRouter

from books.views import BookViewSet, LoanViewSet, overview

router = DefaultRouter()
router.register("books", BookViewSet)
router.register("loans", LoanViewSet, basename="loan")

urlpatterns = [path("api/", include(router.urls)), path("api/overview/", overview)]
