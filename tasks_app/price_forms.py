"""The forms of an edited price book: rows of prices and of rates, and the day they hold for."""

from collections.abc import Iterable
from typing import Any

from django import forms

from tasks_app.domain.price_book import USD, ModelPrice, PriceBook, Rate
from tasks_app.domain.price_book_checks import MAX_NAME, MAX_NOTE, MAX_PRICE, MAX_PROVIDER

BLANK_PRICES, BLANK_RATES = 3, 1
MOST_ROWS = 60

AMOUNT: dict[str, Any] = {"min_value": 0, "max_value": MAX_PRICE}
AS_INPUT = "Blank: billed as input."
CURRENCY: dict[str, Any] = {
    "regex": r"^[A-Z]{3}$",
    "max_length": 3,
    "error_messages": {"invalid": "Three capitals, such as USD."},
}


class DayForm(forms.Form):
    """The version that is edited, and the day for which the new prices hold."""

    version = forms.IntegerField(min_value=1, max_value=2**31 - 1, widget=forms.HiddenInput)
    as_of = forms.DateField(
        label="Prices of",
        help_text="The day on which the new prices hold.",
        widget=forms.DateInput({"type": "date"}),
    )


class PriceForm(forms.Form):
    """The price of one model; ``remove`` takes it out of the book."""

    model = forms.CharField(max_length=MAX_NAME)
    provider = forms.CharField(max_length=MAX_PROVIDER, required=False)
    currency = forms.RegexField(initial=USD, **CURRENCY)
    input = forms.FloatField(**AMOUNT)
    cached_input = forms.FloatField(required=False, help_text=AS_INPUT, **AMOUNT)
    cache_creation = forms.FloatField(required=False, help_text=AS_INPUT, **AMOUNT)
    output = forms.FloatField(**AMOUNT)
    note = forms.CharField(max_length=MAX_NOTE, required=False)
    remove = forms.BooleanField(required=False, label="Remove from the book")

    @property
    def price(self) -> ModelPrice | None:
        """The price, None where it is to be removed; only of a valid form."""
        values = dict(self.cleaned_data)
        del values["model"]
        return None if values.pop("remove") else ModelPrice(**values)


class RateForm(forms.Form):
    """What a currency is in USD; ``remove`` takes it out of the book."""

    currency = forms.RegexField(**CURRENCY)
    usd = forms.FloatField(label="USD for one", **AMOUNT)
    as_of = forms.DateField(label="Rate of", widget=forms.DateInput({"type": "date"}))
    remove = forms.BooleanField(required=False, label="Remove from the book")

    @property
    def rate(self) -> Rate | None:
        """The rate, None where it is to be removed; only of a valid form."""
        if self.cleaned_data["remove"]:
            return None
        return Rate(self.cleaned_data["usd"], self.cleaned_data["as_of"])


def _rows_of(form: type[forms.Form], blank: int) -> Any:
    return forms.formset_factory(form, extra=blank, max_num=MOST_ROWS, absolute_max=MOST_ROWS)


PriceRows = _rows_of(PriceForm, BLANK_PRICES)
RateRows = _rows_of(RateForm, BLANK_RATES)


class BookForms:
    """The three parts of the edit page as one; ``data`` None shows ``book`` as it is."""

    def __init__(self, book: PriceBook, models: Iterable[str] = (), data: Any = None) -> None:
        prices = [_price_initial(model, book.prices[model]) for model in models]
        rates = [_rate_initial(currency, rate) for currency, rate in book.rates.items()]
        day = {"version": book.version, "as_of": book.as_of}
        self.day = DayForm(data, initial=day, label_suffix="")
        self.prices = _rows(PriceRows, "prices", data, prices)
        self.rates = _rows(RateRows, "rates", data, rates)

    def is_valid(self) -> bool:
        return all(part.is_valid() for part in (self.day, self.prices, self.rates))

    @property
    def changes(self) -> dict[str, Any]:
        """What the action takes; only of valid forms."""
        return {
            **self.day.cleaned_data,
            "prices": {form.cleaned_data["model"]: form.price for form in _filled(self.prices)},
            "rates": {form.cleaned_data["currency"]: form.rate for form in _filled(self.rates)},
        }


def _rows(rows: Any, prefix: str, data: Any, initial: list[dict[str, Any]]) -> Any:
    """Rows as they were sent, or as they are where nothing was sent."""
    shown = None if data is not None else initial
    return rows(data, prefix=prefix, initial=shown, form_kwargs={"label_suffix": ""})


def _filled(rows: Any) -> list[Any]:
    """The rows in which something was entered: blank ones at the end are no rows."""
    return [form for form in rows if form.cleaned_data]


def _price_initial(model: str, price: ModelPrice) -> dict[str, Any]:
    return {"model": model, **vars(price)}


def _rate_initial(currency: str, rate: Rate) -> dict[str, Any]:
    return {"currency": currency, **vars(rate)}
