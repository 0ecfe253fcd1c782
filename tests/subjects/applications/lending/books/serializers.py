from django.conf import settings
from rest_framework import serializers

from books.models import Book, Loan


def is_isbn(text):
    if len(text) != 13 or not text.isdigit():
        return False
    return sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(text)) % 10 == 0


class BookSerializer(serializers.ModelSerializer):
    available = serializers.IntegerField(read_only=True)

    class Meta:
        model = Book
        fields = ["id", "title", "isbn", "copies", "available"]

    def validate_isbn(self, value):
        digits = value.replace("-", "")
        if not is_isbn(digits):
            raise serializers.ValidationError("Not an ISBN-13.")
        return digits


class LoanSerializer(serializers.ModelSerializer):
    fine = serializers.SerializerMethodField()

    class Meta:
        model = Loan
        fields = ["id", "book", "since", "due", "returned", "fine"]
        read_only_fields = ["since", "returned"]

    def get_fine(self, loan):
        return f"{loan.fine() / 100:.2f}"

    def validate(self, attrs):
        user = self.context["request"].user
        if attrs["book"].available < 1:
            raise serializers.ValidationError({"book": "No copy is left."})
        if user.loans.filter(returned=None).count() >= settings.MAX_LOANS:
            raise serializers.ValidationError("Too many loans.")
        return attrs

    def create(self, validated_data):
        return Loan.objects.create(user=self.context["request"].user, **validated_data)
