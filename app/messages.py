"""`make messages`: bring the catalogues up to date with the source's texts, and compile them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from app.language import DOMAIN, LANGUAGES, LOCALES
from app.message_search import Found, scan


def template(found: Found) -> Catalog:
    """Return the catalogue of all messages, untranslated."""
    catalog = Catalog(
        domain=DOMAIN, project="chouette", version="1", fuzzy=False,
        copyright_holder="The chouette contributors",
    )  # fmt: skip
    plural = {message[0] for message in found.places if isinstance(message, tuple)}
    for message, places in sorted(found.places.items(), key=lambda item: item[1][0]):
        if message not in plural:
            where = [(file, 0) for file in dict.fromkeys(file for file, _ in places)]
            catalog.add(message, locations=where)
    return catalog


def po_path(code: str) -> Path:
    """Return where a language's catalogue lies."""
    return LOCALES / code / "LC_MESSAGES" / f"{DOMAIN}.po"


def read_catalogue(code: str) -> Catalog:
    """Read a language's catalogue, an empty one where there is none yet."""
    path = po_path(code)
    if not path.exists():
        return Catalog(locale=code, domain=DOMAIN)
    return read_po(BytesIO(path.read_bytes()), locale=code, domain=DOMAIN)


def update(code: str, messages: Catalog) -> Catalog:
    """Bring one catalogue up to date: new messages empty, unused ones gone, nothing guessed."""
    old = read_catalogue(code)
    new = Catalog(
        locale=code, domain=DOMAIN, project="chouette", version="1", fuzzy=False,
        copyright_holder="The chouette contributors",
        header_comment=f"# {LANGUAGES[code]}: translations for chouette.",
    )  # fmt: skip
    for message in messages:
        if message.id:
            known = old.get(message.id)
            string = known.string if known is not None else None
            new.add(message.id, string, locations=message.locations)
    return new


def write_catalogue(code: str, catalog: Catalog) -> None:
    """Write a catalogue without dates, so that nothing changes where no message did."""
    made = BytesIO()
    write_po(made, catalog, width=100, omit_header=False, include_lineno=False)
    lines = made.getvalue().decode("utf-8").splitlines(keepends=True)
    kept = [line for line in lines if not line.startswith(_DATED)]
    path = po_path(code)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(kept), "utf-8")


_DATED = ('"POT-Creation', '"PO-Revision', '"Report-Msgid', '"Last-Trans', '"Language-Team')
"""What a header has besides: dates, and people who do not exist."""


def compile_catalogue(code: str) -> None:
    """Write the compiled catalogue beside its source."""
    made = BytesIO()
    write_mo(made, read_catalogue(code))
    po_path(code).with_suffix(".mo").write_bytes(made.getvalue())


def main(argv: Sequence[str]) -> int:
    """Update and compile all catalogues, or only compile with --compile."""
    codes = [code for code in LANGUAGES if code != "en"]
    if "--compile" not in argv:
        found = scan()
        for fault in found.faults:
            print(fault, file=sys.stderr)
        messages = template(found)
        for code in codes:
            catalog = update(code, messages)
            write_catalogue(code, catalog)
            missing = sum(not _translated(message.string) for message in catalog if message.id)
            print(f"{code}: {len(catalog)} messages, {missing} to be translated")
        if found.faults:
            return 1
    for code in codes:
        compile_catalogue(code)
    return 0


def _translated(string: object) -> bool:
    return all(string) if isinstance(string, list | tuple) else bool(string)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
