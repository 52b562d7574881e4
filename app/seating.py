"""Seating bots at a table that is opened here: their names, and who was one when it is resumed.

That a seat is played by the program is no secret: the bot says so in the log, as a note, and that
is also how a table that is resumed knows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from app.bot_note import bot_note, strength_in
from app.character import STRENGTHS, Character, Strength
from app.host import Host
from app.keeper import Keeper
from rules.actions import Note, check_name
from rules.naming import find, fold
from rules.saying import Fault, Term

if TYPE_CHECKING:
    from app.company import Company
    from app.session import Session
    from rules.views import View
    from widgets.words import Words

# Bots and their judge are imported by the tables that have some: most people sit down without,
# and the first paint should not wait for them.


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
        keeper.ask(Note(by=name, text=bot_note(strength)))


def introduced(keeper: Keeper) -> dict[str, Strength]:
    """Return the seated players who said that they are bots, with their strengths."""
    found: dict[str, Strength] = {}
    for entry in keeper.entries:
        do, by = entry.request["do"], str(entry.request.get("by", ""))
        if do == "note" and (said := strength_in(str(entry.request.get("text", "")))):
            found[by] = next((one for one in STRENGTHS if one == said), "expert")
        elif do == "leave":
            found.pop(by, None)  # Somebody else may come by that name.
    return {name: found[name] for name in keeper.table.seated if name in found}


def check_bots(strength: Strength, thinking: float) -> None:
    """Refuse what bots cannot be; Fault says what would be right."""
    Character(strength, thinking)


def gather(host: Host, bots: Mapping[str, Strength], thinking: float) -> Company | None:
    """Seat bots; they play once `Company.start` is called in a running event loop.

    None for no bots.
    """
    if not bots:
        return None
    from app.company import Company
    from app.steady_judge import table_judge

    judge, notice = table_judge()
    company = Company(host, judge, notice)
    for at, (name, strength) in enumerate(bots.items()):
        company.seat(name, Character(strength, thinking, seed=at))
    return company


async def add_bot(host: Host, strength: str = "expert") -> str:
    """Let one more bot ask for a seat at a table under way, and return its name; Fault if it may
    not.

    As with anybody who joins, the house's rule says who has to agree (club 6.5).
    """
    from app.company import Company
    from app.steady_judge import table_judge

    character = Character(strength, seed=host.table.n)  # type: ignore[arg-type]
    (name,) = bot_names(1, (*host.table.seated, *host.table.joiners, *host.table.scores))
    if host.company is None:
        host.company = Company(host, *table_judge())
    await host.company.add(name, character)
    host.company.start()
    _await_seat(host, host.company, name, character.strength)
    return name


async def remove_bot(host: Host, word: str) -> str:
    """Let a bot leave, at the end of the game where one is played, and return its name.

    Fault where the word is no bot's name, or where the rules keep it.
    """
    bots = sorted(host.bots)
    name = find(host.table, word) or next((one for one in bots if fold(one) == fold(word)), word)
    if host.company is None or name not in bots:
        raise Fault(
            "{name} is no bot; bots here: {bots}", name=name, bots=tuple(bots) or Term("none")
        )
    await host.company.remove(name)
    return name


def _host_of(session: Session) -> Host:
    """Return the table of a session at which bots may be added; Fault says why none may."""
    host = getattr(session, "host", None)
    if not isinstance(host, Host):
        raise Fault("Bots sit down at a live table.")
    if not getattr(session, "own", ()) or not getattr(session, "may_host", True):
        raise Fault("Only the host of this table seats bots, and lets them leave.")
    return host


async def seat_bot(session: Session, strength: str) -> tuple[Host, str]:
    """Let one more bot ask for a seat, as somebody at this session wishes; see `add_bot`."""
    host = _host_of(session)
    return host, await add_bot(host, strength)


async def unseat_bot(session: Session, word: str) -> tuple[Host, str]:
    """Let a bot leave, as somebody at this session wishes; see `remove_bot`."""
    host = _host_of(session)
    return host, await remove_bot(host, word)


def bot_came(host: Host, name: str, words: Words) -> str:
    """Return what to say to who added a bot."""
    if name in host.table.seated:
        return words("{name} sits down.", name=name)
    return words("{name} would like a seat.", name=name)


def bot_goes(host: Host, name: str, words: Words) -> str:
    """Return what to say to who let a bot leave."""
    if name in host.table.seated:
        return words("{name} leaves when this game is over.", name=name)
    return words("{name} has left.", name=name)


def _await_seat(host: Host, company: Company, name: str, strength: Strength) -> None:
    """Have a bot say that it is one as soon as it sits; one that is not wanted goes."""
    ear = host.join(None)

    def hear(view: View) -> None:
        if name in view.table.seated:
            ear.close()
            company.later(host.ask(Note(by=name, text=bot_note(strength))))
        elif not any(one.by == name for one in view.table.proposals):
            ear.close()
            if name in company.bots:
                company.later(company.remove(name))

    ear.watch(hear)
    ear.changed()
