"""Proposals in a few words: for the question, the log and the plain client."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rules.proposals import Proposal
from widgets.words import Words

if TYPE_CHECKING:
    from rules.views import View


def proposal_lines(view: View, words: Words) -> Iterator[str]:
    """Yield a sentence for each open proposal, newest first."""
    for one in reversed(view.table.proposals):
        waits = words.listed(list(one.waits_for)) or view.table.box
        yield words(
            "#{id} {what}: {waits}?", id=one.id, what=proposal_text(one, words), waits=waits
        )


def proposal_text(one: Proposal, words: Words) -> str:
    """Return a proposal in a few words."""
    action = one.action
    facts = {"by": one.by, **{k: _plain(v) for k, v in action.items() if k not in ("by", "do")}}
    facts |= {key: _cubes(action[key]) for key in ("cube", "cubes") if key in action}
    facts |= {"others": _others(one)}
    facts |= {key: words.number(facts[key]) for key in ("points", "price") if key in facts}
    kinds = {"single": words("single"), "gammon": words("gammon")}
    kinds["backgammon"] = words("backgammon")
    facts |= {"kind": kinds[facts["kind"]]} if facts.get("kind") in kinds else {}
    texts: dict[str, str] = {
        "settle": words("settle {cube}'s cube at {points} to {to}"),
        "buy": words("{by} buys {cube} for {price}"),
        "sell": words("{by} sells the box to {to} for {price}"),
        "resign": words("{by} resigns to {others} ({kind})"),
        "raccoon": words("{by} raccoons {cube}'s cube"),
        "automatic": words("automatic double of {cubes}"),
        "join": words("{player} joins"),
        "invite": words("{by} asks {player} to be Partner"),
        "stake": words("{player} plays {value} times the stake"),
        "rules": words("house rules: {set}"),
        "swap": words("{by} swaps places with {with}"),
        "takeback": words("{by} takes back"),
        "transfer": words("{by} gives {to} {points}"),
        "amend": words("game {game} is mended"),
        "abandon": words("the game is abandoned"),
        "bet": words("{by} bets {points} with {with}"),
    }
    template = texts.get(str(action["do"]), str(action["do"]))
    return template.format_map(_Known(facts))


class _Known(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return self.get("by", "") if key in ("player", "with") else ""


def _cubes(value: Any) -> str:
    """Return cubes by the players they belong to, as everybody at a table calls them."""
    ids = [value] if isinstance(value, str) else list(value)
    players = [one.partition(":")[0] for one in ids]
    several = len(set(players)) < len(players)
    return ", ".join(ids if several else players)


def _others(one: Proposal) -> str:
    """Return the opponents, on the cubes named, of who proposes."""
    halves = [cube.partition(":") for cube in one.action.get("cubes") or ()]
    return ", ".join(box if player == one.by else player for player, _, box in halves)


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}={_plain(part)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_plain, value))
    return str(value)
