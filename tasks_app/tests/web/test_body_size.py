import pytest
from django.test import RequestFactory

from tasks_app.web.body_size import FORM_BYTES, has_larger_file


@pytest.mark.parametrize(
    ("length", "is_larger"),
    [(10 + FORM_BYTES, False), (11 + FORM_BYTES, True), ("", False), ("many", False)],
)
def test_a_body_may_be_as_large_as_the_file_and_what_a_form_has_beside_it(length, is_larger):
    request = RequestFactory().post("/", CONTENT_LENGTH=str(length))
    assert has_larger_file(request, 10) is is_larger
