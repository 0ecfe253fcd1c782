"""Tests for letters."""

import pytest

from letters import reply


def test_reply_raises_value_error():
    with pytest.raises(ValueError, match=r"to whom\?"):
        reply("")


def test_reply_with_name():
    result = reply("a")

    assert result == (
        "Dear a,\n"
        "\n"
        "thank you for your letter. We shall answer it as soon as we "
        "have read all of it, which may take a while.\n"
        "\n"
        "Yours\n"
    )
