"""How numbers are written on pages: the one place that decides digits, signs and units.

Numbers of this product are shown with a point and a narrow no-break space between thousands.
"""

from math import floor, log10

UNKNOWN = "\N{EN DASH}"
THIN_SPACE = "\N{NARROW NO-BREAK SPACE}"
SPACE = "\N{NO-BREAK SPACE}"
RANGE = "\N{EN DASH}"
MINUS = "\N{MINUS SIGN}"


def rate_text(share: float) -> str:
    """0.53604 -> ``53.6 %``."""
    return f"{100 * share:.1f}{SPACE}%"


def count_text(count: int) -> str:
    """1234567 -> ``1 234 567``."""
    return f"{count:,}".replace(",", THIN_SPACE)


def fraction_text(numerator: int, denominator: int) -> str:
    """119 of 222 -> ``119 / 222``."""
    return f"{count_text(numerator)}{SPACE}/{SPACE}{count_text(denominator)}"


def interval_text(low: float, high: float) -> str:
    """0.47, 0.601 -> ``47.0`` dash ``60.1``; in percent, whose sign the rate beside it carries."""
    return f"{100 * low:.1f}{RANGE}{100 * high:.1f}"


def amount_text(amount: float) -> str:
    """A cost or other amount: whole numbers plainly, others with one decimal."""
    sign = MINUS if amount < 0 else ""
    if float(amount).is_integer():
        return sign + count_text(abs(int(amount)))
    return sign + f"{abs(amount):,.1f}".replace(",", THIN_SPACE)


def score_text(score: float) -> str:
    """A reward or score of 0 to 1, such as AMS: 0.54567 -> ``0.546``."""
    return f"{score:.3f}"


def units_text(units: float) -> str:
    """34.18 -> ``34.2 u``; 322 -> ``322 u``; 0 -> ``0 u``."""
    return f"{amount_text(units)}{SPACE}u"


def dollars_text(dollars: float) -> str:
    """Three significant digits, never in powers of ten: ``$0.0123``, ``$12.3``, ``$1 230``."""
    if dollars == 0:
        return "$0"
    digits = float(f"{dollars:.3g}")
    decimals = max(0, 2 - floor(log10(abs(digits))))
    sign = MINUS if digits < 0 else ""
    return f"{sign}${abs(digits):,.{decimals}f}".replace(",", THIN_SPACE)


def seconds_text(seconds: float) -> str:
    """A length of time to plan by: ``8 s``, ``3 min 20 s``, ``2 h 5 min``."""
    whole = max(0, round(seconds))
    hours, minutes, rest = whole // 3600, whole % 3600 // 60, whole % 60
    parts = [(hours, "h"), (minutes, "min"), (rest, "s")]
    first = next((index for index, (amount, _) in enumerate(parts) if amount), 2)
    shown = [part for part in parts[first : first + 2] if part[0]] or [(0, "s")]
    return " ".join(f"{amount}{SPACE}{unit}" for amount, unit in shown)


def bytes_text(size: int) -> str:
    """1536 -> ``1.5 kB``; powers of 1,000, as file managers show them."""
    if size < 1000:
        return f"{size}{SPACE}B"
    power = min(int(log10(size) // 3), 4)
    return f"{size / 1000**power:.1f}{SPACE}{'kMGT'[power - 1]}B"
