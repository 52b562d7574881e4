"""Answers to doubles as they are typed: "take ann ben, drop cy"."""

from __future__ import annotations

import re

from app.command_reader import (
    CommandError,
    Reader,
    answerer,
    beavered,
    cube_id,
    pending,
    pending_for,
)
from rules.actions import Action

_FILLERS = {"and", "the", "to", "for"}


def answers(reader: Reader, words: str) -> tuple[Action, ...]:
    """Read "take ann ben, drop cy": marks by cube, as one answer or as each player's own."""
    marks: dict[str, str] = {}
    mark = ""
    everything = ""
    for word in re.split(r"[\s,;]+", words):
        folded = word.casefold()
        if not word or folded in _FILLERS:
            continue
        if folded in ("all", "both", "rest", "everything"):
            everything = mark
            continue
        if (verb := _mark(folded, reader)) is not None:
            mark = verb
        else:
            marks[reader.cube(word)] = mark
    if not marks and not everything:
        return (_my_own(reader, mark),)
    waiting = pending(reader.view)
    if everything:
        named = {cube_id(reader.view, ref) for ref in marks}
        marks |= {cube: everything for cube in waiting if cube not in named}
        if not marks:
            raise CommandError("no cube waits for an answer here")
    return _split(reader, marks)


def _mark(word: str, reader: Reader) -> str | None:
    if word == "answer":
        return ""
    for mark in ("take", "drop", "beaver", "accept", "raccoon"):
        if word == mark or (mark.startswith(word) and not reader.is_name(word)):
            return mark
    if reader.is_name(word):
        return None
    return {"t": "take", "x": "drop", "d": "drop", "b": "beaver"}.get(word)


def _my_own(reader: Reader, mark: str) -> Action:
    if not mark:
        raise CommandError("say take, drop or beaver, and whose: take ann ben, drop cy")
    return reader.action(mark)


def _split(reader: Reader, marks: dict[str, str]) -> tuple[Action, ...]:
    """Give each answer to the player whose it is: the Box's in one, each Team player's own."""
    by_player: dict[str, dict[str, list[str]]] = {}
    for ref, mark in marks.items():
        name = reader.by or answerer(reader, ref, mark)
        by_player.setdefault(name, {}).setdefault(mark, []).append(ref)
    actions = []
    for name, said in by_player.items():
        refs = [(mark, ref) for mark, group in said.items() for ref in group]
        turned = beavered(reader.view, refs[0][1])
        if turned or (len(refs) == 1 and len(pending_for(reader.view, name)) <= 1):
            for mark, ref in refs:
                actions.append(reader.action(mark, by=name, cube=cube_id(reader.view, ref)))
        else:
            ids = {m: [cube_id(reader.view, r) for r in group] for m, group in said.items()}
            actions.append(reader.action("answer", by=name, **ids))
    return tuple(actions)
