from importlib import import_module

import pytest
from django.db import connection

from audit_app.tests.audits import bare_audit, opened_audit
from runs_app.models import JudgeLabel

SQL = import_module("audit_app.migrations.0003_rubric_of_the_judge").RUBRIC_OF_DRAWN_ANSWERS


@pytest.mark.django_db
def test_audits_that_were_open_before_learn_the_rubric_of_the_verdicts_that_they_drew():
    audit, imported = opened_audit(), bare_audit(judge="exact")
    for episode_id in audit.items.values_list("provenance__episode_id", flat=True):
        JudgeLabel.objects.create(episode_id=episode_id, judge="exact", rubric="later")
    type(audit).objects.update(judge_rubric="")
    with connection.cursor() as cursor:
        cursor.execute(SQL)
    audit.refresh_from_db()
    imported.refresh_from_db()
    assert (audit.judge_rubric, imported.judge_rubric) == ("exact/1", "")
