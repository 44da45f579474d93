"""Text of strangers is escaped and collapsed."""

from django.template import Context, Template


def shown(text, length=None):
    template = Template("{% load foreign %}{% foreign text length %}")
    return template.render(Context({"text": text, "length": length}))


def test_markup_is_text():
    html = shown("<img src=x onerror=alert(1)>")
    assert "<img" not in html
    assert "&lt;img src=x onerror=alert(1)&gt;" in html


def test_three_short_lines_are_shown_whole():
    assert "<details" not in shown("one\ntwo\nthree")


def test_more_lines_are_collapsed_to_three_and_all_are_there():
    html = shown("one\ntwo\nthree\nfour")
    assert "one\ntwo\nthree …" in html
    assert "one\ntwo\nthree\nfour</details>" in html


def test_one_long_line_is_collapsed_too():
    assert "<details" in shown("x" * 1000)


def test_a_cut_text_says_how_much_of_it_is_shown():
    assert "The first 5 of 20,000,000 characters are shown" in shown("abcde", 20_000_000)
