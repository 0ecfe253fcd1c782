"""A customer fills a basket and pays for it: a program to record."""

from shop.account import Account, InsufficientFunds
from shop.basket import Basket, Item
from shop.discounts import Customer


def bought(basket: Basket, account: Account) -> bool:
    """Pay for a basket; false if the account holds too little."""
    try:
        account.withdraw(basket.total)
    except InsufficientFunds as error:
        print(error)
        return False
    return True


def main() -> None:
    """Two customers, of whom one cannot pay."""
    for customer, balance in [(Customer.MEMBER, 20_000), (Customer.GUEST, 500)]:
        account = Account(balance)
        account.deposit(100)
        basket = Basket(customer)
        basket.add(Item("lamp", 4_900, 2))
        basket.add(Item("bulb", 350))
        basket.add(Item("bulb", 350, 3))
        if bought(basket, account):
            basket.remove("bulb")


if __name__ == "__main__":
    main()
