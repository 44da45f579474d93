"""What the labelling screen sends, and how long the server takes for it.

A *round* is what the labelling screen waits for between two cards: one request that stores the
decision on the card before and brings the card after the one on the screen. The screen also sends
one sign of life a card, for which nobody waits; it is measured apart. Beside them stand, in the
same run, a request that does nothing for the same person, and the fetch and the save as two
requests, as a client without that prefetch sends them: on a busy machine the ratios hold and the
milliseconds do not.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any

ROUNDS, WARMING = 150, 10
NAMES = {
    "empty": "an address that there is not, for scale",
    "round": "save + next item, as the screen does it",
    "sign": "a sign of life",
    "pair": "next item, then save, as two requests",
}


def lines_of(size: int, times: dict[str, float]) -> Iterator[str]:
    for name, took in times.items():
        ratio = f"{took / times['empty']:.1f} times an empty request"
        yield f"{size} items, {NAMES[name]}: median {took:.1f} ms, {ratio}"


def screen_times(audit: Any, user: Any) -> dict[str, list[float]]:
    """Milliseconds of server time of what one reviewer sends, in turns: so that all of them meet
    the machine as busy as it is."""
    screen = Screen(audit, user)
    steps = {
        "empty": lambda: screen.client.get("/api/v1/nothing"),
        "round": screen.round,
        "sign": screen.sign_of_life,
        "pair": screen.fetch_and_save,
    }
    times: dict[str, list[float]] = {name: [] for name in steps}
    for _ in range(ROUNDS):
        for name, step in steps.items():
            times[name].append(milliseconds(step))
    return {name: took[WARMING:] for name, took in times.items()}


class Screen:
    """The requests of the labelling screen: a card is shown, and another one is ahead."""

    def __init__(self, audit: Any, user: Any) -> None:
        from django.test import Client  # noqa: PLC0415

        self.client = Client(headers={"host": "localhost"})
        self.client.force_login(user)
        self.base = f"/api/v1/audits/{audit.pk}/"
        self.shown = self.claimed()
        self.ahead = self.claimed(self.shown)

    def round(self) -> None:
        decided, self.shown = self.shown, self.ahead
        asked = {"next": True, "besides": [self.shown["item"]["id"]]}
        self.ahead = self.labelled(decided, **asked)["next"]

    def sign_of_life(self) -> None:
        self.sent(self.client.post, f"items/{self.shown['item']['id']}/renew/", {})

    def fetch_and_save(self) -> None:
        self.labelled(self.claimed(self.shown, self.ahead))

    def claimed(self, *besides: Any) -> Any:
        ids = [card["item"]["id"] for card in besides]
        return self.sent(self.client.post, "claim/", {"besides": ids})["claimed"]

    def labelled(self, card: Any, **more: Any) -> Any:
        body = {"decision": "correct", "version": card["version"], **more}
        return self.sent(self.client.put, f"items/{card['item']['id']}/label/", body)

    def sent(self, method: Any, address: str, body: Any) -> Any:
        answer = method(f"{self.base}{address}", body, content_type="application/json")
        assert answer.status_code == 200, answer.content
        return answer.json()


def milliseconds(call: Callable[[], Any]) -> float:
    started = time.perf_counter()
    call()
    return 1000 * (time.perf_counter() - started)
