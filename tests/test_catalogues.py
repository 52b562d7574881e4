"""Catalogues that are whole: nothing untranslated, left over, ill-fitting or never found."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from app.command_line import CommandError, read_verb
from app.keeper import Keeper
from app.language import LANGUAGES
from app.message_search import Found, scan, scan_source
from app.messages import read_catalogue, template
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


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_a_whole_evening_is_told_in_four_languages(code: str) -> None:
    """What was read and found good stays so; `python -m tests.golden.stories` writes it anew."""
    assert story(code) == path_of(code).read_text("utf-8")
