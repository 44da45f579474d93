from tasks_app.domain.short_text import shortened


def test_a_text_that_fits_is_left_as_it_is():
    assert shortened("codex", 5) == "codex"


def test_a_longer_one_ends_in_an_ellipsis_and_fits_too():
    assert shortened("codex-cli", 5) == "code…"
