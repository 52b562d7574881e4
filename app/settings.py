"""What one person likes: theme, checkers, keys, language, confirmations; and houses by name.

Two kinds of files in the platform's folder for settings, both TOML that people may edit:
`settings.toml`, and `houses/NAME.toml`, a club's own house rules, regulars and stake.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, get_args

import platformdirs

from app.reason import reason_of
from rules.ruleset import read_ruleset
from rules.saying import Fault

Checkers = Literal["auto", "letters", "discs", "large"]
Bell = Literal["turn", "double", "game", "talk"]
BELLS: tuple[Bell, ...] = get_args(Bell)
"""What a bell can ring for: your turn, a double to answer, the end of a game, a word heard."""


class SettingsError(Fault):
    """A file of settings that cannot be read; the text says which and why."""


@dataclass(frozen=True)
class Settings:
    """The choices of one person.

    `keys` gives another key to an action by its id; `confirm_others` asks for one more key before
    somebody else's answer or resignation at a shared terminal; `bell` names the events that
    it rings for; `animation` shows a play checker by checker.
    """

    theme: str = "chouette-dark"
    checkers: Checkers = "auto"
    language: str = ""
    confirm_others: bool = True
    bell: tuple[Bell, ...] = ()
    animation: bool = True
    keys: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class House:
    """A club's way to play, kept under a name."""

    name: str
    rules: Mapping[str, Any]
    players: tuple[str, ...] = ()
    stake: str = "1"
    currency: str = ""


def folder() -> Path:
    """Return the folder of settings."""
    return Path(platformdirs.user_config_dir("chouette", appauthor=False))


def load(path: Path | None = None) -> Settings:
    """Read the settings; those not given, or no file at all, are the defaults.

    Raises SettingsError, which names the file and the wrong entry.
    """
    path = path or folder() / "settings.toml"
    given = _read(path)
    defaults, chosen = Settings(), dict[str, Any]()
    known = {one.name: one for one in fields(Settings)}
    for name, value in given.items():
        if name not in known:
            raise SettingsError(
                "{path}: there is no setting {name!r}; there are {known}",
                path=path,
                name=name,
                known=tuple(known),
            )
        if name == "bell":
            chosen[name] = _bells(path, value)
            continue
        if name == "keys":
            chosen[name] = _own_keys(path, value)
            continue
        default = getattr(defaults, name)
        if not isinstance(value, type(default)):
            raise SettingsError(
                "{path}: {name} is {value!r}, and should be like {default!r}",
                path=path,
                name=name,
                value=value,
                default=default,
            )
        if name == "checkers" and value not in get_args(Checkers):
            raise SettingsError(
                "{path}: checkers is {value!r}, and should be one of {choice}",
                path=path,
                value=value,
                choice=get_args(Checkers),
            )
        chosen[name] = value
    return Settings(**chosen)


def _bells(path: Path, value: object) -> tuple[Bell, ...]:
    """Read which events ring: true is your turn alone."""
    given = (["turn"] if value else []) if isinstance(value, bool) else value
    if not isinstance(given, list) or any(one not in BELLS for one in given):
        raise SettingsError(
            "{path}: bell is {value!r}, and should be a list of {choice}",
            path=path,
            value=value,
            choice=BELLS,
        )
    return tuple(one for one in BELLS if one in given)


def _own_keys(path: Path, value: object) -> dict[str, str]:
    """Read a person's own keys: an action's id -> the key."""
    from app.keys import BY_ID

    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value.values()):
        raise SettingsError('{path}: keys are written as [keys], then take = "1"', path=path)
    for name in value:
        if name not in BY_ID:
            raise SettingsError(
                "{path}: there is no action {name!r} to give a key to; docs/keys.md lists them",
                path=path,
                name=name,
            )
    return value


def save(settings: Settings, path: Path | None = None) -> None:
    """Write the settings that differ from the defaults."""
    default = Settings()
    changed = {
        one.name: getattr(settings, one.name)
        for one in fields(Settings)
        if getattr(settings, one.name) != getattr(default, one.name)
    }
    _write(path or folder() / "settings.toml", changed)


def houses() -> list[House]:
    """Return the houses saved, by name; one that cannot be read is left out."""
    found = []
    for path in sorted((folder() / "houses").glob("*.toml")):
        try:
            found.append(load_house(path))
        except SettingsError:
            continue
    return found


def load_house(path: Path) -> House:
    """Read a house's file; SettingsError says what is wrong in it."""
    given = _read(path, must=True)
    rules = given.get("rules", "club")
    try:
        read_ruleset(rules)
    except Fault as fault:
        raise SettingsError("{path}: {fault}", path=path, fault=fault) from None
    players = given.get("players", [])
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise SettingsError(
            '{path}: players are a list of names, such as ["Ann", "Ben"]', path=path
        )
    return House(
        str(given.get("name", path.stem)),
        {"base": rules} if isinstance(rules, str) else rules,
        tuple(players),
        str(given.get("stake", "1")),
        str(given.get("currency", "")),
    )


def save_house(house: House) -> Path:
    """Keep a house under its name and return its file."""
    stem = re.sub(r"[^\w-]+", "-", house.name).strip("-").lower() or "house"
    path = folder() / "houses" / f"{stem}.toml"
    content: dict[str, Any] = {
        "name": house.name,
        "players": list(house.players),
        "stake": house.stake,
        "currency": house.currency,
        "rules": dict(house.rules),
    }
    _write(path, content)
    return path


def _read(path: Path, must: bool = False) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        if must:
            raise SettingsError("there is no file {path}", path=path) from None
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(
            "{path} cannot be read: {reason}", path=path, reason=reason_of(error)
        ) from None


def _write(path: Path, content: Mapping[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    plain = [f"{k} = {_toml(v)}" for k, v in content.items() if not isinstance(v, Mapping)]
    for name, table in content.items():
        if isinstance(table, Mapping):
            plain += ["", f"[{name}]", *(f"{_key(k)} = {_toml(v)}" for k, v in table.items())]
    draft = path.with_suffix(".new")
    draft.write_text("\n".join(plain) + "\n", encoding="utf-8")
    # In one step, so that a full disk cannot leave half a file behind.
    os.replace(draft, path)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _toml(name)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text) + '"'
