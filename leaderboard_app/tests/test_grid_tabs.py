"""The tabs of AgentMeter: each page of it, for the same grid."""

import pytest
from django.urls import reverse

from leaderboard_app.grid_tabs import grid_tabs
from leaderboard_app.meter_choice import MeterChoice
from leaderboard_app.tests.metered import metered

KEPT = {"bundle": "meter@1", "set": "opt"}


def test_a_tab_keeps_which_grid_it_is_and_the_calibration_which_bundle():
    first, *_, last = grid_tabs("agentmeter", MeterChoice(kept=KEPT))

    assert (first.text, first.href) == ("Grid", f"{reverse('agentmeter')}?bundle=meter%401&set=opt")
    assert (last.text, last.href) == ("Calibration", f"{reverse('calibration')}?bundle=meter%401")
    assert (first.is_current, last.is_current) == (True, False)


@pytest.mark.django_db
def test_every_tab_leads_to_a_page_that_marks_itself(client, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    metered()
    for tab in grid_tabs("agentmeter", MeterChoice(kept={"bundle": "meter@1"})):
        response = client.get(tab.href)
        assert response.status_code == 200
        marked = [page.text for page in response.context["pages"] if page.is_current]
        assert marked == [tab.text]
