from django.db.models import Q
from django.utils import timezone
from rest_framework import status, viewsets
from rest_framework.decorators import action, api_view
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response

from books.models import Book, Loan
from books.permissions import IsStaffOrReadOnly
from books.serializers import BookSerializer, LoanSerializer


class BookViewSet(viewsets.ModelViewSet):
    queryset = Book.objects.order_by("title")
    serializer_class = BookSerializer
    permission_classes = [IsStaffOrReadOnly]

    def get_queryset(self):
        queryset = super().get_queryset()
        search = self.request.query_params.get("search")
        if search:
            queryset = queryset.filter(Q(title__icontains=search) | Q(isbn=search))
        return queryset

    @action(detail=True)
    def loans(self, request, pk=None):
        book = self.get_object()
        loans = book.loans.filter(returned=None)
        return Response({"book": book.title, "out": loans.count(), "available": book.available})


class LoanViewSet(viewsets.ModelViewSet):
    serializer_class = LoanSerializer
    permission_classes = [IsAuthenticated]
    http_method_names = ["get", "post"]

    def get_queryset(self):
        return Loan.objects.filter(user=self.request.user).order_by("since")

    @action(detail=True, methods=["post"], url_path="return")
    def give_back(self, request, pk=None):
        loan = self.get_object()
        if loan.returned is not None:
            return Response({"detail": "Returned already."}, status=status.HTTP_409_CONFLICT)
        loan.returned = timezone.localdate()
        loan.save(update_fields=["returned"])
        return Response(self.get_serializer(loan).data)


@api_view(["GET"])
def overview(request):
    return Response({"books": Book.objects.count(), "out": Loan.objects.filter(returned=None).count()})
