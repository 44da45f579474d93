"""Small price books for tests."""

from datetime import date

from tasks_app.domain.price_book import ModelPrice, PriceBook, Rate

DAY = date(2026, 11, 30)
OPUS = ModelPrice("USD", 5.0, 0.5, 6.25, 25.0, "anthropic")
CODEX = ModelPrice("USD", 1.25, 0.125, None, 10.0, "openai", "another name of gpt-5")
KIMI = ModelPrice("CNY", 4.0, 1.0, None, 16.0, "moonshotai")


def small_book(**prices: ModelPrice) -> PriceBook:
    """Three models and the paper's rate; ``prices`` adds others (``_`` becomes ``-``)."""
    added = {name.replace("_", "-"): price for name, price in prices.items()}
    return PriceBook(
        version=1,
        as_of=DAY,
        prices={"claude-opus-4-5": OPUS, "gpt-5-codex": CODEX, "kimi-k2": KIMI, **added},
        rates={"CNY": Rate(0.1471, date(2026, 6, 1))},
        source="a test",
    )
