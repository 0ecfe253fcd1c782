"""What is printed is asserted."""


def show(prices: list[int]) -> None:
    if not prices:
        print("nothing bought")
        return
    for price in prices:
        print(f"{price:6}")
    print(f"{sum(prices):6}")
