"""`manage.py create_token USER`."""

import pytest
from django.core.management import CommandError, call_command
from knox.models import AuthToken

from runs_app.tests.people import person

pytestmark = pytest.mark.django_db


def test_the_printed_token_works_and_is_not_stored(capsys, client):
    person("mia", is_maintainer=True)
    call_command("create_token", "mia")
    token = capsys.readouterr().out.strip()
    answer = client.post("/api/v1/runs/", headers={"Authorization": f"Token {token}"})
    assert answer.status_code != 401
    assert token not in str(AuthToken.objects.values())


def test_every_call_makes_another_token(capsys):
    person("mia")
    call_command("create_token", "mia")
    call_command("create_token", "mia")
    first, second = capsys.readouterr().out.split()
    assert first != second


@pytest.mark.parametrize("name", ["nobody", "gone"])
def test_nobody_gets_no_token(name):
    person("gone", is_active=False)
    with pytest.raises(CommandError, match=name):
        call_command("create_token", name)
    assert not AuthToken.objects.exists()
