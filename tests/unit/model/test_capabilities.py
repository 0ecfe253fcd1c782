from testloom.model.capabilities import Aspect, Capabilities


class Written(Aspect):
    pass


class WrittenLate(Written):
    pass


class Searched(Aspect):
    pass


def test_which_aspects_are_of_a_kind_is_found_out_once() -> None:
    late, early, other = WrittenLate(), Written(), Searched()
    known = Capabilities((late, other, early))

    found = known.of(Written)

    assert found == (late, early)
    assert known.of(Written) is found
    assert known == Capabilities((late, other, early))
