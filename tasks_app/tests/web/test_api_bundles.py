"""A bundle as a parameter: read as a value, refused with those that exist."""

import pytest
from rest_framework import serializers

from tasks_app.models import Bundle
from tasks_app.tests.factories import import_mini_bundle
from tasks_app.web.api_bundles import BundleField

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("ref", ["mini@1", "mini"])
def test_a_bundle_is_found_by_name_with_or_without_version(ref):
    bundle_id = import_mini_bundle()
    assert BundleField().run_validation(ref).id == bundle_id


@pytest.mark.parametrize("ref", ["other", "mini@2", "mini@", "mi\x00ni", "", "x" * 300, ["mini"]])
def test_any_other_is_refused(ref):
    import_mini_bundle()
    with pytest.raises(serializers.ValidationError):
        BundleField().run_validation(ref)


def test_the_refusal_names_those_that_exist():
    with pytest.raises(serializers.ValidationError, match="there are: none"):
        BundleField().run_validation("mini")
    for number in range(11):
        Bundle.objects.create(name=f"b{number}", version="1", manifest={}, task_count=0)
    with pytest.raises(serializers.ValidationError, match="there are: b10@1") as refusal:
        BundleField().run_validation("mini")
    assert "b0@1" not in str(refusal.value)
