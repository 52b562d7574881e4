"""What is written about the program is true of it: keys, options, commands, links."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.cli import COMMANDS
from app.keys import page
from app.plain_telling import TELLING
from app.rules_table import markdown, with_options
from app.settings import Settings, load

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_key_sheet_is_the_table_of_actions() -> None:
    assert text("docs/keys.md") == page(), "run make keys"


def test_the_readme_shows_the_options_on_which_the_texts_differ() -> None:
    assert text("README.md") == with_options(text("README.md")), "run make keys"
    assert "| acceptance | half (5.10) | break even (13) |" in markdown()
    with pytest.raises(ValueError, match="options: made by make keys"):
        with_options("nothing here")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for link in re.findall(r"\]\(([^)#\s]+)\)", path.read_text(encoding="utf-8")):
        if not link.startswith(("http:", "https:")):
            assert (path.parent / link).exists(), link


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_commands_that_are_named_exist(path: Path) -> None:
    for word in re.findall(r"`chouette ([a-z]+)", path.read_text(encoding="utf-8")):
        assert word in COMMANDS, f"chouette {word}"


def test_every_command_is_told_somewhere() -> None:
    told = "\n".join(path.read_text(encoding="utf-8") for path in PAGES)
    for name in COMMANDS:
        assert re.search(rf"chouette {name}\b|`{name}[` ]", told), name


def test_what_screen_readers_may_ask_is_what_the_plain_client_tells() -> None:
    told = re.findall(r"^\| `([a-z]+)` \|", text("docs/screen-readers.md"), re.MULTILINE)
    assert sorted(told) == sorted(TELLING)


def test_the_settings_shown_can_be_read(tmp_path: Path) -> None:
    (block,) = re.findall(r"```toml\n(.*?)```", text("docs/screen-readers.md"), re.DOTALL)
    (tmp_path / "settings.toml").write_text(block)
    wanted = Settings(animation=False, bell=("turn", "double"), checkers="letters")
    assert load(tmp_path / "settings.toml") == wanted
