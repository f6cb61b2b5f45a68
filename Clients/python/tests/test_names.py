"""Names as people type or paste them."""

import json
from pathlib import Path

import pytest
from gitxplorer import names

FORMS = json.loads((Path(__file__).parents[3] / "Tests/names.json").read_text("utf-8"))


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form["text"])
def test_a_login_and_a_repository_may_be_the_address_of_a_page(form: dict[str, str]) -> None:
    text = form["text"]
    assert names.login(text) == form.get("login", text.strip())
    assert names.repository(text) == form.get("repository")
