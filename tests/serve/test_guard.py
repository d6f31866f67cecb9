"""Nobody gets in who does not belong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.serve.phones import BASE, HOST, Served


@pytest.fixture
def served(tmp_path: Path) -> Served:
    return Served(tmp_path)


def test_a_stranger_sees_no_page(served: Served) -> None:
    stranger = served.stranger()
    for page in ("/", f"/{served.room.id}", f"/{served.room.id}/sheet", f"/{served.room.id}/sheet/ruling"):
        assert stranger.get(page).status_code == 403
    assert stranger.get(f"/join/{served.room.key[:-1]}x").status_code == 403
    assert stranger.get("/join/").status_code == 403
    assert served.room.key not in stranger.get("/").text


def test_the_key_lets_a_phone_in_and_leaves_the_address(served: Served) -> None:
    stranger = served.stranger()
    answer = stranger.get(f"/join/{served.room.key}")
    assert answer.status_code == 200
    assert served.room.key not in str(answer.url)
    assert served.room.key not in answer.text
    kept = answer.history[0].headers["set-cookie"].lower()
    assert "httponly" in kept
    assert "samesite=lax" in kept
    assert served.room.key.lower() not in kept


def test_a_forged_ticket_is_none(served: Served) -> None:
    phone = served.phone()
    (ticket,) = phone.client.cookies.values()
    for forged in (
        "",
        ".",
        f"x{ticket}",
        f"{ticket[:-1]}{'0' if ticket[-1] != '0' else '1'}",
        "a.é",
        ticket.split(".")[0],
    ):
        stranger = served.stranger()
        answer = stranger.get(
            f"/{served.room.id}/sheet", headers=[(b"cookie", f"{served.room.cookie}={forged}".encode())]
        )
        assert answer.status_code == 403, forged


def test_a_restart_brings_phones_back_and_a_new_key_does_not(served: Served, tmp_path: Path) -> None:
    phone = served.phone()
    cookies = dict(phone.client.cookies)
    again = Served(tmp_path).stranger()
    again.cookies.update(cookies)
    assert again.get(f"{phone.room}/sheet").status_code == 200
    rotated = Served(tmp_path, new_key=True)
    assert rotated.room.key != served.room.key
    late = rotated.stranger()
    late.cookies.update(cookies)
    assert late.get(f"{phone.room}/sheet").status_code == 403


def test_the_keys_are_read_by_nobody_else(served: Served) -> None:
    (kept,) = served.db.parent.glob("*.serve.json")
    assert kept.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8642", "127.0.0.1", "127.0.0.1:80", "", HOST + "."])
def test_another_host_is_refused(served: Served, host: str) -> None:
    assert served.phone().client.get("/", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("origin", ["http://evil.example", "null", f"https://{HOST}", "http://127.0.0.1"])
def test_a_page_elsewhere_cannot_drive_it(served: Served, origin: str) -> None:
    phone = served.phone()
    for method in ("GET", "POST"):
        answer = phone.client.request(method, f"{phone.room}/sheet", headers={"origin": origin})
        assert answer.status_code == 403
    framed = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}
    assert phone.client.get(f"{phone.room}/sheet", headers=framed).status_code == 403
    followed = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert phone.client.get(f"{phone.room}/sheet", headers=followed).status_code == 200


def test_every_answer_has_its_policy_and_no_page_has_script_in_it(served: Served) -> None:
    phone = served.phone()
    for page in (f"{phone.room}/sheet", "/static/app.js", "/nowhere", "/join/x"):
        policy = phone.client.get(page).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
    answer = phone.get("sheet")
    assert all(attributes.get("src") for tag, attributes in answer.tags if tag == "script")
    assert not [tag for tag, attributes in answer.tags if tag == "style" or "style" in attributes]
    assert not [name for _, attributes in answer.tags for name in attributes if name.startswith("on")]


def test_what_is_too_large_or_too_fast_is_refused(served: Served) -> None:
    phone = served.phone()
    large = phone.client.post(f"{phone.room}/sheet", content=b"a=" + b"x" * 20_000, headers={"origin": BASE})
    assert large.status_code == 413
    assert phone.client.request("DELETE", f"{phone.room}/sheet").status_code == 405
    other = served.phone()
    answers = [phone.client.get("/static/icon.svg").status_code for _ in range(150)]
    assert 429 in answers
    assert other.client.get("/static/icon.svg").status_code == 200


def test_the_pages_are_small(served: Served) -> None:
    phone = served.phone()
    script = phone.client.get("/static/app.js").content
    style = phone.client.get("/static/app.css").content
    assert len(script) < 30_000
    assert len(script) + len(style) + len(phone.get("sheet").html.encode()) < 100_000
