"""Who may act for whom: proxies and absence (rulebook section 10)."""

from __future__ import annotations

from rules.state import Table


def chain(table: Table, name: str) -> tuple[str, ...]:
    """Return the proxies of a player in order: his own, that one's, and so on."""
    found: list[str] = []
    following = table.proxies.get(name)
    while following is not None and following not in found and following != name:
        found.append(following)
        following = table.proxies.get(following)
    return tuple(found)


def closes_chain(table: Table, name: str, proxy: str) -> bool:
    """Whether naming `proxy` would close a chain of proxies on itself."""
    return proxy == name or name in chain(table, proxy)


def may_act_for(table: Table, actor: str, principal: str, *, own_cube: bool = True) -> bool:
    """Whether `actor` may act for `principal`: as himself, as a proxy, or for want of one.

    Away without a proxy: the mover acts for a Team player's cube, or the next in rotation who is
    present; for the Box only his Partner does (club 7.1), and the Box for who else sits on his
    side, an assistant or the giver of an extra. What does not concern a cube (`own_cube`
    false) only a named proxy may do.
    """
    if actor == principal:
        return True
    named = chain(table, principal)
    if actor in named:
        return True
    if principal not in table.away or any(name not in table.away for name in named):
        return False
    return own_cube and actor == _stand_in(table, principal)


def _stand_in(table: Table, principal: str) -> str | None:
    game = table.game
    if game is None:
        return None
    if principal == game.boxer:
        partner = game.partner
        return partner if partner not in table.away else None
    side = game.side_of(principal)
    if side == "box":
        return game.boxer if game.boxer not in table.away else None
    if side is None:
        return None
    present = (name for name in game.order("team") if name not in table.away)
    return next((name for name in present if name != principal), None)


def is_absent(table: Table, name: str) -> bool:
    """Whether a player is away and nobody was named to act for him."""
    return name in table.away and not any(one not in table.away for one in chain(table, name))
