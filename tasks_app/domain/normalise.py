"""When two answers count as the same: the exact judge and the labeller share this definition.

It follows the official SQuAD evaluation (Rajpurkar et al. 2016, ``normalize_answer``: lower case,
no punctuation, no articles, single spaces) and departs from it where that one calls different
answers equal or equal ones different:

- Unicode is compatibility-composed and case-folded (``PARIS``, also in full-width
  letters, is ``paris``);
- thousands separators vanish (``1,234`` is ``1234``), decimal points and minus signs stay;
- dashes, slashes and other separators become spaces, so ``Guinea-Bissau`` is ``guinea bissau``;
  full stops and apostrophes vanish inside words (``U.S.`` is ``us``); ``C++`` is not ``C``;
- an article counts as one only before another word (``Vitamin A`` keeps its ``a``).

Accents are kept: which unaccented spellings are the same answer is for a task's aliases to say.
"""

import re
import string
import unicodedata
from collections.abc import Iterable

NORMALISATION_VERSION = "1"
"""Changes whenever some pair of answers starts or stops being the same."""

_SPACED_THOUSANDS = re.compile(r"(?<=\d)[\u00a0\u2007\u2009\u202f](?=\d{3}(?!\d))")
_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])")
_APOSTROPHES_AND_STOPS = re.compile(r"['\u2019\u02bc`]|(?<!\d)\.|\.(?!\d)")
_HYPHENS = re.compile(r"(?<=\w)-|-(?!\d)")
_OTHER_SIGNS = re.compile(r"[^\w\s.+#-]|_")
_LEADING_SIGNS = re.compile(r"(?<![\w+#])[+#]+")
_ARTICLE = re.compile(r"(?<!\S)(?:a|an|the)\s+(?=\S)")
_POSSESSIVE = re.compile(r"['\u2019]s?(?!\w)")
_PUNCTUATION = frozenset(string.punctuation)


def normalised(text: str) -> str:
    """The comparable form of an answer; idempotent, and empty for text without any word."""
    return _ARTICLE.sub("", _words(text))


def matches(answer: str, gold: str, aliases: Iterable[str] = ()) -> bool:
    """Whether ``answer`` is ``gold`` or one of its aliases once normalised; empty never is."""
    given = normalised(answer)
    return bool(given) and any(given == normalised(right) for right in (gold, *aliases))


def contains_answer(text: str, answer: str) -> bool:
    """Whether ``answer`` occurs in ``text`` as whole words, possessives included.

    Errs towards finding, with and without articles: it guards against answers that leak into a
    question or a document. An answer without any word occurs nowhere.
    """
    words, answer_words = _words(text), _words(answer)
    readings = {words, _words(_POSSESSIVE.sub(" ", text))} if _POSSESSIVE.search(text) else {words}
    return any(
        _occurs(answer_words, reading)
        or _occurs(_ARTICLE.sub("", answer_words), _ARTICLE.sub("", reading))
        for reading in readings
    )


def _occurs(words: str, text: str) -> bool:
    return bool(words) and f" {words} " in f" {text} "


def _words(text: str) -> str:
    text = _SPACED_THOUSANDS.sub("", text).replace("\u2212", "-")
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    text = _THOUSANDS.sub(lambda match: match[0].replace(",", ""), text)
    text = _APOSTROPHES_AND_STOPS.sub("", text)
    text = _OTHER_SIGNS.sub(_space_for_punctuation, _HYPHENS.sub(" ", text))
    text = unicodedata.normalize("NFKC", _LEADING_SIGNS.sub(" ", text))
    return " ".join(text.split())


def _space_for_punctuation(match: re.Match[str]) -> str:
    sign = match[0]
    is_punctuation = sign in _PUNCTUATION or unicodedata.category(sign).startswith("P")
    return " " if is_punctuation else sign
