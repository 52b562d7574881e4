"""Languages: whose they are, their catalogues, and how they write numbers and money.

A translator is a value that belongs to one viewer. Nothing here is process-wide: two people at one
table, in one process, read two languages. Catalogues are gettext's, made by `make messages`.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from rules.saying import Fault

if TYPE_CHECKING:
    from gettext import NullTranslations

    from widgets.words import Words

LANGUAGES = {"en": "English", "es": "Español", "hu": "Magyar", "tr": "Türkçe"}
"""Code -> the language's name in itself."""

DOMAIN = "chouette"
LOCALES = Path(__file__).parent / "locales"
_LOCALE = re.compile(r"([a-z]{2,3})(?:[_-]([a-z]{2}|[0-9]{3}))?", re.IGNORECASE)


class UnknownLanguage(Fault):
    """A language that was asked for by name and is not there."""


@dataclass(frozen=True)
class Translator:
    """One viewer's language: `code` is the catalogue's, `locale` writes his numbers ("es_MX")."""

    code: str = "en"
    locale: str = "en"

    def translate(self, text: str) -> str:
        """Return a message in this language; one that is not in the catalogue as it is."""
        # English is in the source, and a script that waits for the pipe need not load gettext.
        return _catalogue(self.code).gettext(text) if text and self.code != "en" else text

    def plural(self, one: str, many: str, n: int) -> str:
        """Return a message in the form for `n` things."""
        if self.code == "en":
            return one if n == 1 else many
        return _catalogue(self.code).ngettext(one, many, n)

    def number(self, value: int | Decimal) -> str:
        """Write a number as the locale does.

        >>> Translator("hu", "hu_HU").number(Decimal("1.5"))
        '1,5'
        """
        from babel.numbers import format_decimal

        return format_decimal(value, locale=self._numbers())

    def money(self, amount: Decimal, sign: str) -> str:
        """Write an amount with the table's own sign for money, where the locale puts it.

        >>> Translator().money(Decimal("12.50"), "$"), Translator().money(Decimal(5), "Ft")
        ('$12.50', 'Ft 5')
        >>> Translator("hu", "hu").money(Decimal("1200.50"), "Ft")
        '1 200,50 Ft'
        """
        from babel import Locale
        from babel.numbers import format_currency, format_decimal

        locale = self._numbers()
        places = max(0, -int(amount.as_tuple().exponent))
        digits = "0." + "0" * places if places else "0"
        if not sign:
            return format_decimal(amount, format="#,##" + digits, locale=locale)
        pattern = Locale.parse(locale).currency_formats["standard"].pattern
        pattern = re.sub(r"[#0][#0.,]*", "#,##" + digits, pattern)
        text = format_currency(amount, "XXX", format=pattern, locale=locale, currency_digits=False)
        text = re.sub(r"¤(?=\d)", sign + " " * sign[-1].isalpha(), text)
        return text.replace("¤", sign).replace("\xa0", " ").replace("\u200f", "")

    def _numbers(self) -> str:
        """Return the locale for numbers; half of all locales are typed by hand, and exist not."""
        from babel.localedata import exists

        return self.locale if exists(self.locale) else self.code

    def words(self) -> Words:
        """Return what a screen needs of this language; all its readers share one."""
        return _words(self)


def translator(language: str | None = None, environ: Mapping[str, str] | None = None) -> Translator:
    """Return the translator for a language asked for by name, or for the environment's.

    A name is a code or a locale ("es", "es-MX", "es_MX.UTF-8"). UnknownLanguage if it is asked for
    and not there; an environment in a language that is not there gets English.

    >>> translator("hu"), translator("es_MX.UTF-8").code, translator("", {"LANG": "tr_TR"}).code
    (Translator(code='hu', locale='hu'), 'es', 'tr')
    >>> translator(None, {"LANG": "fi_FI.UTF-8"})
    Translator(code='en', locale='en')
    """
    if language:
        found = _read(language)
        if found is None:
            raise UnknownLanguage(
                "there is no language {language!r}; there are {languages}",
                language=language[:40],
                languages=tuple(LANGUAGES),
            )
        return found
    for locale in _wishes(os.environ if environ is None else environ):
        if found := _read(locale):
            return found
    return Translator()


def for_guest(language: str) -> Translator:
    """Return the translator of somebody far away, by the locale that his terminal sent.

    English where he sent none, or one that is not there: it was not his choice of ours.
    """
    return _read(language) or Translator()


def words_of(language: str | None = None) -> Words:
    """Return the words of a language by name, or of the environment's."""
    return translator(language).words()


def translate(language: str, text: str) -> str:
    """Return a message in a guest's language."""
    return for_guest(language).translate(text)


def _wishes(environ: Mapping[str, str]) -> list[str]:
    """Return the locales that an environment names, the first wish first, as gettext reads it."""
    locale = next(
        (environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), ""
    )
    if locale.partition(".")[0] in ("", "C", "POSIX"):
        return []
    return [*environ.get("LANGUAGE", "").split(":"), locale]


def _read(locale: str) -> Translator | None:
    match = _LOCALE.match(locale.strip())
    if match is None or match[1].lower() not in LANGUAGES:
        return None
    code, land = match[1].lower(), (match[2] or "").upper()
    return Translator(code, f"{code}_{land}" if land else code)


@lru_cache(maxsize=64)
def _words(of: Translator) -> Words:
    from widgets.words import Words

    return Words(of.translate, of.plural, of.money, of.number, of.code)


@lru_cache(maxsize=len(LANGUAGES))
def _catalogue(code: str) -> NullTranslations:
    """Return a catalogue; a source tree that was not compiled is compiled in memory."""
    import gettext

    if code not in LANGUAGES:
        return gettext.NullTranslations()
    folder = LOCALES / code / "LC_MESSAGES"
    compiled = folder / f"{DOMAIN}.mo"
    if compiled.is_file():
        return gettext.GNUTranslations(io.BytesIO(compiled.read_bytes()))
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    made = io.BytesIO()
    write_mo(made, read_po(io.BytesIO((folder / f"{DOMAIN}.po").read_bytes()), locale=code))
    made.seek(0)
    return gettext.GNUTranslations(made)
