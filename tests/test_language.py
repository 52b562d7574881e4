"""Languages: catalogues that are whole and fit, and a program that speaks them."""

from __future__ import annotations

import io
import json
import os
import re
import string
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.mofile import write_mo

from app import language
from app.command_line import CommandError, read_verb
from app.keeper import Keeper
from app.language import LANGUAGES, Translator, UnknownLanguage, for_guest, translator
from app.messages import Found, read_catalogue, scan, scan_source, template
from app.pipe import Pipe
from tests.golden.stories import path_of, story
from tests.pipes import HERE, InProcess, scenario_tool

ROOT = Path(__file__).resolve().parent.parent
CODES = [code for code in LANGUAGES if code != "en"]


@pytest.fixture(scope="module")
def wanted() -> set[object]:
    """The ids of all messages in the source."""
    found = scan()
    assert not found.faults
    return {message.id for message in template(found) if message.id}


def messages(code: str) -> Iterator[Message]:
    return (message for message in read_catalogue(code) if message.id)


def facts(text: str) -> set[str]:
    """The facts that a template names, with how they are shown: {name!r} is not {name}."""
    parts = string.Formatter().parse(text)
    return {f"{name}!{how or ''}" for _, name, _, how in parts if name is not None}


def forms(message: Message) -> list[tuple[str, str]]:
    """Each translated form with the English one that it stands for."""
    if isinstance(message.id, str):
        return [(message.id, str(message.string))]
    one, many = message.id
    assert isinstance(message.string, list | tuple)
    strings = list(message.string)
    return [(one, strings[0]), *((many, text) for text in strings[1:])]


@pytest.mark.parametrize("code", CODES)
def test_every_message_is_translated_and_none_is_left_over(code: str, wanted: set[object]) -> None:
    there = {message.id for message in messages(code)}
    assert not wanted - there, "run: make messages"
    assert not there - wanted, "no longer said; run: make messages"
    missing = [m.id for m in messages(code) if not all(text for _, text in forms(m))]
    assert not missing
    assert not [m.id for m in messages(code) if m.fuzzy]


@pytest.mark.parametrize("code", CODES)
def test_translations_name_the_facts_of_the_original(code: str) -> None:
    wrong = [
        (english, text)
        for message in messages(code)
        for english, text in forms(message)
        if text and facts(english) != facts(text)
    ]
    assert not wrong


@pytest.mark.parametrize("code", CODES)
def test_translations_end_as_the_original_does(code: str) -> None:
    """A sentence stays a sentence, and no blank or line comes in at the ends."""
    wrong = []
    for message in messages(code):
        for english, text in forms(message):
            ends = english.endswith((".", ":", "?", "!"))
            around = english.replace(english.strip(), "|")
            if not text:
                continue
            if text.replace(text.strip(), "|") != around or ends != text.endswith(
                (".", ":", "?", "!")
            ):
                wrong.append((english, text))
    assert not wrong


@pytest.mark.parametrize("code", CODES)
def test_names_take_no_ending(code: str) -> None:
    """Nobody knows which ending a name would take, so none is written to one.

    A numeral's own ending is fine: "2-szer" fits two, four and eight alike or not at all.
    """
    numbers = {"value", "needed", "known", "count"}
    wrong = [
        (english, found)
        for message in messages(code)
        for english, text in forms(message)
        for found in re.findall(r"\{(\w+)(?:![rs])?\}['’-]?[a-záéíóöőúüűçğışñ]+", text)
        if found not in numbers
    ]
    assert not wrong


@pytest.mark.parametrize("code", CODES)
def test_labels_of_the_screen_stay_short(code: str) -> None:
    """Headings, marks and states have a column of the cube rack to fit in."""
    four = dict.fromkeys(("val", "CAPT", "PART", "ACT", "all"), 4)
    six = dict.fromkeys(("TAKE", "DROP", "BEAVER", "ACCEPT", "DOUBLE", "STAY"), 6)
    room = {**four, **six, "gm": 3, "BAR": 3, "in game": 8, "middle": 8, "CUBES": 8}
    texts = {message.id: str(message.string) for message in messages(code)}
    assert not {label for label, width in room.items() if len(texts[label]) > width}


def test_the_search_for_messages_sees_what_it_should() -> None:
    found = Found()
    source = (
        'LEAST = "Two at least."\n'
        "def f(case, n, w):\n"
        '    text = "One." if n else LEAST\n'
        "    case.refuse('full', 'seats', text)\n"
        '    for _ in range(3): _("no message")\n'
        "def g(w, n):\n"
        '    w.count("{n} cube", "{n} cubes", n)\n'
        '    w(TABLE.get(n))\nTABLE = {1: "first", 2: "second"}\n'
    )
    scan_source(source, "m.py", found)
    assert set(found.places) == {
        "One.", "Two at least.", ("{n} cube", "{n} cubes"), "first", "second"
    }  # fmt: skip


class Overheard(InProcess):
    """A pipe that notes which messages its translator is asked for."""

    def __init__(self, asked: set[str]) -> None:
        super().__init__()
        self.pipe = Pipe(Keeper(), recording(asked))


def recording(asked: set[str]) -> Callable[[str], str]:
    def translate(text: str) -> str:
        asked.add(text)
        return text

    return translate


def test_whatever_the_rules_say_has_been_found_in_the_source(wanted: set[object]) -> None:
    """Every sentence that scenarios and bad lines bring out is one of the catalogue's."""
    asked: set[str] = set()
    tool = scenario_tool()
    tool.Pipe = lambda command: Overheard(asked)  # type: ignore[attr-defined]
    for path in sorted((HERE / "scenarios").glob("*.jsonl")):
        for _, steps in tool.load(path):
            assert tool.run(path.name, steps, []) == []
    pipe = Pipe(Keeper(), recording(asked))
    for line in BAD_LINES:
        pipe.reply(line)
    with pytest.raises(CommandError) as caught:
        read_verb("polka")
    asked.add(caught.value.text)
    texts = {text for text in asked if re.search("[A-Za-z]", re.sub(r"\{[^}]*\}", "", text))}
    assert len(texts) > 40
    assert not texts - wanted


BAD_LINES = (
    b"[1]", b"{", b'{"do":"dance"}', b'{"do":"state"}',
    b'{"do":"open","players":["ann","ann"]}', b'{"do":"open","players":["box","ann"]}',
    b'{"do":"open","players":["ann","bob"],"rules":{"acceptance":"most"}}',
    b'{"do":"open","players":["ann","bob"],"rules":"pub"}',
    b'{"do":"open","players":["ann","bob","cy"]}', b'{"do":"roll","by":"ann","dice":[7,1]}',
    b'{"do":"roll","by":"zoe"}', b'{"do":"plays","position":"x","dice":[1,2]}',
    b'{"do":"plays","position":"XGID=-b----E-C---eE---c-e----B-:9:9:9:9","dice":[1,2]}',
    b'{"do":"plays","dice":[1,9],"position":"4HPwATDgc/ABMA"}', b'{"do":"rules","preset":"pub"}',
    b'{"do":"start","by":"ann"}', b'{"do":"double","by":"ann"}', b'{"do":"settle","by":"ann"}',
)  # fmt: skip


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


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_a_whole_evening_is_told_in_four_languages(code: str) -> None:
    """What was read and found good stays so; `python -m tests.golden.stories` writes it anew."""
    assert story(code) == path_of(code).read_text("utf-8")
