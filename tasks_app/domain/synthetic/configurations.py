"""The seven models and four CLIs of the synthetic grid, and what the models would cost."""

from tasks_app.domain.configuration import configuration_key
from tasks_app.domain.price_book import USD, ModelPrice

PROVIDER = "synthetic"
NOTE = "invented for the demo: there is no such model"

CLIS = ("anvil", "bellows", "chisel", "lathe")

_PRICES = {
    "synthetic-oak": (USD, 5.0, 0.5, 6.25, 25.0),
    "synthetic-elm": (USD, 3.0, 0.3, 3.75, 15.0),
    "synthetic-ash": (USD, 0.8, 0.08, None, 4.0),
    "synthetic-hazel": (USD, 2.0, None, None, 8.0),
    "synthetic-fir": (USD, 0.6, 0.1, None, 3.0),
    "synthetic-yew": ("CNY", 4.0, 1.0, None, 16.0),
    "synthetic-lime": (USD, 0.05, 0.005, None, 0.2),
}
PRICES = {
    model: ModelPrice(*amounts, provider=PROVIDER, note=NOTE) for model, amounts in _PRICES.items()
}
"""Per million tokens; yew is priced in CNY, so that the demo's costs need a rate."""

MODELS = tuple(PRICES)


SOURCES = (
    configuration_key("synthetic-oak", "anvil"),
    configuration_key("synthetic-elm", "lathe"),
    configuration_key("synthetic-ash", "chisel"),
    configuration_key("synthetic-fir", "bellows"),
)
"""The configurations from whose trajectories the descriptions of the Opt set were made."""
