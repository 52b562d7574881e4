"""A program that speaks languages: who reads which, numbers and money, and the wheel."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import zipfile
from decimal import Decimal
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo

from app import language
from app.language import LANGUAGES, Translator, UnknownLanguage, for_guest, translator
from app.messages import read_catalogue
from app.remote.guest_app import GuestApp
from app.ssh.guest import Guest
from app.tui import ChouetteApp
from tests.screen_tools import quick, table_for, text_of

ROOT = Path(__file__).resolve().parent.parent
CODES = [code for code in LANGUAGES if code != "en"]


def test_two_people_in_one_process_read_two_languages() -> None:
    ann, ben = for_guest("tr_TR").words(), for_guest("hu").words()
    assert ann("{name} joins.", name="Cy") == "Cy katılıyor."
    assert ben("{name} joins.", name="Cy") == "Cy csatlakozik."
    assert for_guest("fi_FI") == Translator()
    assert for_guest("").words()("{name} joins.", name="Cy") == "Cy joins."


def test_plural_forms() -> None:
    spanish = translator("es").words()
    said = [spanish.count("{n} game", "{n} games", n) for n in (0, 1, 2, 1_000_000)]
    assert said == ["0 partidas", "1 partida", "2 partidas", "1000000 partidas"]
    turkish = translator("tr").words()
    assert turkish.count("{n} game", "{n} games", 5) == "5 oyun"


def test_money_as_each_locale_writes_it() -> None:
    amount = Decimal("1234.50")
    assert translator("es").words().money(amount, "€") == "1.234,50 €"
    assert translator("es-MX").words().money(amount, "$") == "$1,234.50"
    assert translator("tr").words().money(amount, "₺") == "₺1.234,50"
    assert translator("hu").words().money(Decimal(-500), "Ft") == "-500 Ft"


@pytest.mark.parametrize(
    ("environ", "code"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "tr"}, "en"),
        ({"LANG": "es_AR.UTF-8"}, "es"),
        ({"LANG": "es_ES.UTF-8", "LC_MESSAGES": "hu_HU.UTF-8"}, "hu"),
        ({"LANG": "es_ES.UTF-8", "LC_ALL": "tr_TR"}, "tr"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:hu:es"}, "hu"),
        ({"LANG": "../../es"}, "en"),
    ],
)
def test_the_environment_chooses_as_gettext_reads_it(environ: dict[str, str], code: str) -> None:
    assert translator(None, environ).code == code


def test_a_language_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(UnknownLanguage, match="'xx'; there are en, es, hu, tr"):
        translator("xx")


def test_a_tree_without_compiled_catalogues_is_compiled_in_memory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "locales" / "hu" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    source = ROOT / "app/locales/hu/LC_MESSAGES/chouette.po"
    (folder / "chouette.po").write_bytes(source.read_bytes())
    monkeypatch.setattr(language, "LOCALES", tmp_path / "locales")
    language._catalogue.cache_clear()
    try:
        assert Translator("hu").translate("The session is closed.") == "A játék lezárult."
        compiled = io.BytesIO()
        write_mo(compiled, read_catalogue("hu"))
        (folder / "chouette.mo").write_bytes(compiled.getvalue())
        (folder / "chouette.po").unlink()
        language._catalogue.cache_clear()
        assert Translator("hu").translate("The session is closed.") == "A játék lezárult."
    finally:
        language._catalogue.cache_clear()


def chouette(*arguments: str, lines: str = "", **environ: str) -> subprocess.CompletedProcess[str]:
    """Run the program as somebody types it, in an environment without a language of its own."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG"))}
    return subprocess.run(
        [sys.executable, "-m", "app.cli", *arguments],
        input=lines, capture_output=True, text=True, encoding="utf-8", cwd=ROOT,
        env=kept | {"PYTHONIOENCODING": "utf-8"} | environ, timeout=60,
    )  # fmt: skip


CLUB = '{"do":"open","players":["ann","bob","cy"],"dice":"manual"}\n'
EARLY = '{"do":"double","by":"bob"}\n'


def test_the_pipe_answers_in_turkish_and_its_codes_stay() -> None:
    done = chouette("--language", "tr", "pipe", lines=CLUB + EARLY)
    refused = json.loads(done.stdout.splitlines()[1])["refused"]
    assert refused["message"] == "double şimdi olmaz; masanın beklediği: sonraki oyun."
    assert (refused["code"], refused["rule"]) == ("wrong_phase", "rulebook 4")


def test_the_pipe_follows_the_locale_where_no_language_is_named() -> None:
    done = chouette("pipe", lines=CLUB + EARLY, LANG="es_CO.UTF-8")
    message = json.loads(done.stdout.splitlines()[1])["refused"]["message"]
    assert message == "double no toca ahora: la mesa espera la próxima partida."


def test_the_command_line_complains_in_the_language_asked_for() -> None:
    done = chouette("--language", "hu", "score")
    assert done.returncode == 2
    assert "használat: chouette score" in done.stderr
    assert done.stderr.endswith("hiányzik: LOG\n")
    done = chouette("--language=es", "dance")
    assert "no existe el comando «dance»" in done.stderr
    done = chouette("--language", "xx", "rules")
    assert done.returncode == 2
    assert "there is no language 'xx'" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_the_wheel_carries_the_catalogues_and_speaks_turkish(tmp_path: Path) -> None:
    """Built, installed elsewhere, and asked: the checkout has no part in the answer."""
    for code in CODES:
        # As `make play` and `make test` leave them; the wheel takes what is there.
        compiled = ROOT / f"app/locales/{code}/LC_MESSAGES/chouette.mo"
        made = io.BytesIO()
        write_mo(made, read_catalogue(code))
        compiled.write_bytes(made.getvalue())
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    pytest.importorskip("hatchling", reason="the build's own tool is not installed here")
    subprocess.run(
        [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path, ROOT],
        check=True, timeout=300,
    )  # fmt: skip
    wheel = next(tmp_path.glob("chouette-*.whl"))
    names = zipfile.ZipFile(wheel).namelist()
    assert {f"app/locales/{code}/LC_MESSAGES/chouette.mo" for code in CODES} <= set(names)
    place = tmp_path / "place"
    subprocess.run(
        [*pip, "install", "--no-deps", "--no-index", "--target", place, wheel],
        check=True, timeout=300,
    )  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", "import app.cli as c; print(c.__file__); c.main()",
         "--language", "tr", "pipe"],
        input=CLUB + EARLY, capture_output=True, text=True, encoding="utf-8", cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(place)}, timeout=60, check=True,
    )  # fmt: skip
    where, _, refused = done.stdout.splitlines()
    assert where.startswith(str(place))
    assert json.loads(refused)["refused"]["message"].startswith("double şimdi olmaz")


@pytest.mark.parametrize(
    ("code", "asked", "marked", "sends"),
    [
        ("es", "Responde: Dana.", "[TOMA]", "Enter envía: TOMA Ann 2"),
        ("hu", "Válaszol: Dana.", "[VESZI]", "Enter elküldi: VESZI Ann 2"),
        ("tr", "Yanıtlayacak: Dana.", "[KABUL]", "Enter gönderir: KABUL Ann 2"),
    ],
)
async def test_the_table_asks_in_the_language_of_its_viewer(
    code: str, asked: str, marked: str, sends: str
) -> None:
    session = table_for(
        ("Dana", "Ann", "Ben", "Cy"),
        {"do": "start", "by": "Dana"},
        {"do": "opening", "by": "Dana", "dice": [6, 1]},
        {"do": "play", "by": "Dana", "move": "13/7 8/7"},
        *({"do": "double", "by": name} for name in ("Ann", "Ben", "Cy")),
    )
    app = ChouetteApp(session, words=for_guest(code).words(), settings=quick())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert asked in text_of(app)
        await pilot.press("t")
        await pilot.pause()
        assert marked in text_of(app)
        await pilot.press("t", "t")
        await pilot.pause()
        assert sends in text_of(app)


def test_a_guest_reads_the_language_that_his_terminal_sent() -> None:
    session = table_for(("Dana", "Ann"), {"do": "start", "by": "Dana"})
    guest = Guest("Ann", watcher=False, language="hu_HU")
    app = GuestApp.for_guest(session, guest)
    assert app.words("{name} holds the roll.", name="Ann") == "Ann visszatartja a dobást."
