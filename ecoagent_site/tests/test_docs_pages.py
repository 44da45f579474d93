"""The docs of the repository are pages of the site."""

import re
from pathlib import Path

import pytest
from django.urls import reverse

from ecoagent_site import docs_pages


@pytest.mark.django_db
@pytest.mark.parametrize("name", docs_pages.TITLES)
def test_each_file_is_a_page_whose_links_to_other_docs_lead_to_pages(client, name):
    answer = client.get(reverse("docs-page", args=[name]))
    assert answer.status_code == 200
    text = answer.content.decode()
    assert docs_pages.TITLES[name].replace("'", "&#x27;") in text
    assert re.findall(r'href="[^"]*\.md"', text) == []


def test_every_file_in_docs_is_listed():
    names = {path.stem for path in docs_pages.FOLDER.glob("*.md")}
    assert names == set(docs_pages.TITLES)


@pytest.mark.django_db
def test_the_list_names_every_page(client):
    text = client.get(reverse("docs")).content.decode()
    assert all(reverse("docs-page", args=[name]) in text for name in docs_pages.TITLES)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["nothing", "..", "README"])
def test_nothing_else_is_served(client, name):
    assert client.get(f"/docs/{name}/").status_code == 404


def test_html_in_a_text_stays_text(monkeypatch, tmp_path):
    (tmp_path / "api.md").write_text("# Title\n<script>alert(1)</script>\n")
    monkeypatch.setattr(docs_pages, "FOLDER", Path(tmp_path))
    docs_pages.docs_page.cache_clear()
    assert "<script>" not in docs_pages.docs_page("api").html
    docs_pages.docs_page.cache_clear()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_longest_tables_of_docs_are_accessible_and_fit(check_page):
    check_page(reverse("docs-page", args=["archive-format"]))
