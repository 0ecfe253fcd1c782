from courses.models import Workshop


def test_str():
    assert str(Workshop(title="Soldering")) == "Soldering"
