"""Settings and houses: read, kept, and explained when wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from app import settings
from app.keys import BY_ID, KEYS
from app.settings import House, Settings, SettingsError, load, save


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(settings, "folder", lambda: tmp_path)
    return tmp_path


def test_no_file_is_all_defaults() -> None:
    assert load() == Settings()


def test_what_is_saved_is_read_again(folder: Path) -> None:
    mine = Settings(theme="nord", bell=("turn", "talk"), keys={"take": "1", "drop": '"'})
    save(mine)
    assert load() == mine
    assert 'bell = ["turn", "talk"]' in (folder / "settings.toml").read_text()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bel = true", "no setting 'bel'"),
        ("bell = 3", "bell is 3"),
        ('bell = ["noise"]', "turn"),
        ('checkers = "round"', "letters"),
        ("theme = ", "cannot be read"),
        ("keys = 3", "[keys], then take"),
        ("[keys]\ntake = 1", "[keys], then take"),
        ('[keys]\ntakes = "1"', "no action 'takes'"),
    ],
)
def test_a_wrong_entry_is_named_with_its_file(folder: Path, text: str, said: str) -> None:
    (folder / "settings.toml").write_text(text)
    with pytest.raises(SettingsError) as caught:
        load()
    assert said in str(caught.value)
    assert "settings.toml" in str(caught.value)


def test_a_house_is_kept_under_its_name_and_offered_again() -> None:
    rules = {"base": "club", "lone_taker": "plays_on", "jacoby": False}
    house = House("Çay evi, Thursday", rules, ("Ann", "Ben O'Hara"), "2.50", "€")
    path = settings.save_house(house)
    assert settings.load_house(path) == house
    assert settings.houses() == [house]


@pytest.mark.parametrize("players", ["3", '"Ann,Ben"', '["Ann", 3]'])
def test_a_house_whose_players_are_no_list_of_names_says_so(folder: Path, players: str) -> None:
    path = folder / "bad.toml"
    path.write_text(f"players = {players}\n")
    with pytest.raises(SettingsError, match="players are a list of names"):
        settings.load_house(path)


def test_a_house_with_a_rule_that_is_none_says_so(folder: Path) -> None:
    path = folder / "bad.toml"
    path.write_text('[rules]\nbase = "club"\nlone_takers = "x"\n')
    with pytest.raises(SettingsError, match="lone_takers"):
        settings.load_house(path)


def test_every_action_has_one_id_and_no_key_means_two_things_at_once() -> None:
    assert len(BY_ID) == len(KEYS)
    always = [one for key in KEYS if not key.when for one in key.key.split(",")]
    assert len(always) == len(set(always))
    for key in KEYS:
        assert not any(one.startswith(("ctrl", "f1", "f2", "alt")) for one in key.key.split(","))


def test_docs_keys_is_the_table_of_actions() -> None:
    from app.keys import page

    docs = Path(__file__).parent.parent / "docs" / "keys.md"
    assert docs.read_text(encoding="utf-8") == page(), "run: make keys"


def test_a_bell_without_a_word_rings_for_ones_turn(folder: Path) -> None:
    assert load().bell == (), "silent unless chosen"
    (folder / "settings.toml").write_text("bell = true")
    assert load().bell == ("turn",)
    (folder / "settings.toml").write_text('bell = ["talk", "turn", "turn"]')
    assert load().bell == ("turn", "talk")
