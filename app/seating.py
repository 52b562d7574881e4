"""Seating bots at a table that is opened here: their names, and who was one when it is resumed.

That a seat is played by the program is no secret: the bot says so in the log, as a note, and that
is also how a table that is resumed knows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from app.character import STRENGTHS, Character, Strength
from app.host import Host
from app.keeper import Keeper
from rules.actions import Note, check_name
from rules.naming import fold
from rules.saying import Fault
from rules.state import Table

if TYPE_CHECKING:
    from app.company import Company
    from rules.views import View

# Bots and their judge are imported by the tables that have some: most people sit down without,
# and the first paint should not wait for them.

IS_BOT = "played by the program: "


def bot_names(count: int, taken: Iterable[str] = ()) -> tuple[str, ...]:
    """Return names for bots, other than those taken; Fault for more than there are.

    >>> bot_names(3, ["ben"])
    ('Ada', 'Cleo', 'Dov')
    """
    from app.simulate import NAMES

    used = {fold(name) for name in taken}
    free = [name for name in NAMES if fold(name) not in used]
    if not 0 <= count <= len(free):
        raise Fault(
            "there are names for 0 to {most} bots, not {count}", most=len(free), count=count
        )
    return tuple(free[:count])


def own_name() -> str:
    """Return what to call the person at this terminal: the login name, or Player without one."""
    import getpass

    try:
        name = getpass.getuser()
        # "You" would make sentences like "You is Box", and root is nobody's name.
        return "Player" if name == "root" else check_name(name[:1].upper() + name[1:])
    except (KeyError, OSError, ValueError):
        return "Player"


def introduce(keeper: Keeper, names: Iterable[str], strength: Strength) -> None:
    """Have each bot say in the log that it is one."""
    for name in names:
        keeper.ask(Note(by=name, text=f"{IS_BOT}{strength}"))


def introduced(keeper: Keeper) -> dict[str, Strength]:
    """Return the seated players who said that they are bots, with their strengths."""
    found: dict[str, Strength] = {}
    for entry in keeper.entries:
        text = str(entry.request.get("text", ""))
        if entry.request["do"] == "note" and text.startswith(IS_BOT):
            said = text.removeprefix(IS_BOT)
            strength: Strength = next((one for one in STRENGTHS if one == said), "expert")
            found[str(entry.request["by"])] = strength
    return {name: found[name] for name in keeper.table.seated if name in found}


def check_bots(board: str, dice: object, strength: Strength, thinking: float) -> None:
    """Refuse what bots cannot be or play at; Fault says what would be right."""
    from app.bots import why_not

    Character(strength, thinking)
    kind = dice if dice in ("fair", "manual") else "fair"
    table = Table(board="physical" if board == "physical" else "tracked").but(dice=kind)
    if (reason := why_not(table)) is not None:
        raise Fault(reason)


def gather(host: Host, bots: Mapping[str, Strength], thinking: float) -> Company | None:
    """Seat bots; they play once `Company.start` is called in a running event loop.

    None for no bots. Fault says why they cannot play at this table.
    """
    if not bots:
        return None
    from app.bots import why_not
    from app.company import Company
    from app.judge import table_judge

    if (reason := why_not(host.table)) is not None:
        raise Fault(reason)
    judge, notice = table_judge()
    company = Company(host, judge, notice)
    for at, (name, strength) in enumerate(bots.items()):
        company.seat(name, Character(strength, thinking, seed=at))
    return company


async def add_bot(host: Host, strength: Strength) -> str:
    """Let one more bot ask for a seat at a table under way, and return its name; Fault if it may
    not.

    As with anybody who joins, the house's rule says who has to agree (club 6.5).
    """
    from app.bots import why_not
    from app.company import Company
    from app.judge import table_judge

    if host.people is not None:
        raise Fault("a table with friends far away gets its bots when it is opened: host --bots")
    if (reason := why_not(host.table)) is not None:
        raise Fault(reason)
    character = Character(strength, seed=host.table.n)
    (name,) = bot_names(1, (*host.table.seated, *host.table.joiners))
    if host.company is None:
        host.company = Company(host, *table_judge())
    await host.company.add(name, character)
    _await_seat(host, host.company, name, strength)
    return name


def _await_seat(host: Host, company: Company, name: str, strength: Strength) -> None:
    """Have a bot say that it is one as soon as it sits; one that is not wanted goes."""
    ear = host.join(None)

    def hear(view: View) -> None:
        if name in view.table.seated:
            ear.close()
            company.later(host.ask(Note(by=name, text=f"{IS_BOT}{strength}")))
        elif not any(one.by == name for one in view.table.proposals):
            ear.close()
            company.later(company.remove(name))

    ear.watch(hear)
    ear.changed()
