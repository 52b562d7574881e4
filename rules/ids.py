"""GNU Backgammon's position and match id, and XGID: a board and its surroundings as short text."""

from __future__ import annotations

import base64
import binascii
from operator import mul

from rules.match_state import GAME_STATES, IdError, MatchState
from rules.position import BAR, OFF, Position
from rules.saying import Term

__all__ = [
    "IdError",
    "MatchState",
    "match_id",
    "position_id",
    "read_match_id",
    "read_position_id",
    "read_xgid",
    "xgid",
]

_CENTRED = 3  # A match id's owner of a cube in the middle.


def position_id(position: Position) -> str:
    """GNU Backgammon's position id: 14 characters, the player on roll as GNU Backgammon has him.

    >>> from rules.position import START
    >>> position_id(START)
    '4HPwATDgc/ABMA'
    """
    bits = at = 0
    # A run of ones a point, closed by a zero; the opponent first, then the player on roll.
    for side in (position.theirs, position.mine):
        for count in side[1:]:
            bits |= ((1 << count) - 1) << at
            at += count + 1
    return _to_text(bits, 10)


def read_position_id(text: str) -> Position:
    """Read a position id; the player on roll is `mine`. Raises IdError, which names the bad part.

    >>> read_position_id("4HPwATDgc/ABMA").pips
    (167, 167)
    >>> read_position_id("4HPwATDgc/ABM")
    Traceback (most recent call last):
        ...
    rules.match_state.IdError: position id '4HPwATDgc/ABM': 13 characters, not 14
    """
    bits = _from_text(Term("position id"), text, 10)
    sides = []
    for name in ("the opponent", "the player on roll"):
        side = [0] * 26
        for point in range(1, 26):
            while bits & 1:
                side[point] += 1
                bits >>= 1
            bits >>= 1
        side[OFF] = 15 - sum(side)
        if side[OFF] < 0:
            raise IdError(
                "position id '{text}': {name} has {count} checkers, more than 15",
                text=text,
                name=name,
                count=sum(side[1:]),
            )
        sides.append(side)
    if bits:
        raise IdError("position id '{text}': something follows the two sides", text=text)
    theirs, mine = sides
    if not any(map(mul, mine[1:25], theirs[24:0:-1])) and mine[OFF] + theirs[OFF] < 30:
        # What else `checked` asks for is so by the way the bits were read; a log is full of ids.
        return Position(tuple(mine), tuple(theirs))
    try:
        return Position.checked(mine=sides[1], theirs=sides[0])
    except ValueError as error:
        raise IdError("position id '{text}': {fault}", text=text, fault=error) from error


# Where each field of a match id begins, and how many bits it has; bit 66 says "no Jacoby".
_FIELDS = (
    ("cube", 4), ("owner", 2), ("on_roll", 1), ("crawford", 1), ("game", 3), ("turn", 1),
    ("doubled", 1), ("resigned", 2), ("die1", 3), ("die2", 3), ("length", 15), ("score0", 15),
    ("score1", 15), ("no_jacoby", 1),
)  # fmt: skip


def match_id(state: MatchState) -> str:
    """GNU Backgammon's match id: 12 characters.

    >>> match_id(MatchState(dice=(3, 1), jacoby=True))
    'cIkFAAAAAAAA'
    """
    die1, die2 = state.dice or (0, 0)
    values = {
        "cube": state.cube.bit_length() - 1,
        "owner": _CENTRED if state.owner is None else state.owner,
        "on_roll": state.on_roll,
        "crawford": state.crawford,
        "game": GAME_STATES.index(state.game),
        "turn": state.turn,
        "doubled": state.doubled,
        "resigned": state.resigned,
        "die1": die1,
        "die2": die2,
        "length": state.length,
        "score0": state.score[0],
        "score1": state.score[1],
        "no_jacoby": not state.length and not state.jacoby,
    }
    bits = at = 0
    for name, width in _FIELDS:
        bits |= values[name] << at
        at += width
    return _to_text(bits, 9)


def read_match_id(text: str) -> MatchState:
    """Read a match id. Raises IdError, which names the bad part.

    >>> read_match_id("cIkFAAAAAAAE").dice
    (3, 1)
    """
    bits = _from_text(Term("match id"), text, 9)
    values = {}
    for name, width in _FIELDS:
        values[name] = bits & ((1 << width) - 1)
        bits >>= width
    try:
        if bits:
            raise IdError("something follows the last field")
        if values["owner"] == 2:
            raise IdError("the cube's owner is 2, not 0, 1 or 3 (in the middle)")
        if values["game"] >= len(GAME_STATES):
            raise IdError("the state of the game is {game}, not 0 to 4", game=values["game"])
        dice = (values["die1"], values["die2"])
        return MatchState(
            cube=1 << values["cube"],
            owner=None if values["owner"] == _CENTRED else values["owner"],
            on_roll=values["on_roll"],
            turn=values["turn"],
            crawford=bool(values["crawford"]),
            game=GAME_STATES[values["game"]],
            doubled=bool(values["doubled"]),
            resigned=values["resigned"],
            dice=None if dice == (0, 0) else dice,
            length=values["length"],
            score=(values["score0"], values["score1"]),
            jacoby=not values["length"] and not values["no_jacoby"],
        )
    except IdError as error:
        raise IdError("match id '{text}': {fault}", text=text, fault=error) from error


def xgid(position: Position, state: MatchState) -> str:
    """The XGID of a board, seen by the player on roll, and what surrounds it; player 1 is below.

    The doubling die is shown for a double that waits for its answer.

    >>> from rules.position import START
    >>> xgid(START, MatchState(dice=(5, 2)))
    'XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10'
    """
    below, above = position if state.on_roll == 1 else position.flip()
    letters = []
    for point in range(26):
        # The ends of the row are the bars: the upper player's first, the lower player's last.
        mine = below[point] if point else 0
        theirs = above[BAR - point] if point < BAR else 0
        letters.append(chr(64 + mine) if mine else chr(96 + theirs) if theirs else "-")
    dice = "D" if state.doubled else "{}{}".format(*(state.dice or (0, 0)))
    flags = int(state.crawford) if state.length else state.jacoby + 2 * state.beavers
    owner = {None: 0, 0: -1, 1: 1}[state.owner]
    fields = (
        "".join(letters), state.cube.bit_length() - 1, owner, 1 if state.on_roll else -1, dice,
        state.score[1], state.score[0], flags, state.length, state.cube_limit,
    )  # fmt: skip
    return "XGID=" + ":".join(map(str, fields))


_XGID_FIELDS = (
    Term("board"), Term("cube"), Term("cube's owner"), Term("player on roll"), Term("dice"),
    Term("score of the lower player"), Term("score of the upper player"), Term("rules"),
    Term("match length"), Term("largest cube"),
)  # fmt: skip


def read_xgid(text: str) -> tuple[Position, MatchState]:
    """Read an XGID, with or without `XGID=`: the board as the player on roll sees it, and the rest.

    Raises IdError, which names the bad part. `D` for dice is a double that waits for an answer;
    `B` and `R` (a beaver, a raccoon) belong to no single cube's match state and are refused.

    >>> position, state = read_xgid("XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10")
    >>> position.pips, state.dice, state.jacoby
    ((167, 167), (5, 2), True)
    """
    try:
        return _read_xgid(text.strip())
    except IdError as error:
        raise IdError("XGID: {fault}", fault=error) from error


def _read_xgid(text: str) -> tuple[Position, MatchState]:
    fields = text.removeprefix("XGID=").split(":")
    if len(fields) != len(_XGID_FIELDS):
        raise IdError("{count} fields, not 10", count=len(fields))
    numbers: dict[str, int] = {}
    for name, value in zip(_XGID_FIELDS, fields, strict=True):
        if name not in ("board", "dice"):
            digits = value.removeprefix("-")
            if not (digits.isascii() and digits.isdecimal() and len(digits) < 6):
                raise IdError("the {name} is '{value}', no number", name=name, value=value)
            numbers[name] = int(value)
    for name, allowed in ((_XGID_FIELDS[2], (-1, 0, 1)), (_XGID_FIELDS[3], (-1, 1))):
        if numbers[name] not in allowed:
            choice = ", ".join(map(str, allowed))
            raise IdError("the {name} is {value}, not one of {choice}",
                          name=name, value=numbers[name], choice=choice)  # fmt: skip
    if not 0 <= numbers["cube"] <= 15:
        raise IdError("the cube is 2 to the {power}, not 0 to 15", power=numbers["cube"])
    length, flags = numbers["match length"], numbers["rules"]
    if not 0 <= flags <= (1 if length > 0 else 3):
        raise IdError("the rules are {flags}, not 0 to {most}",
                      flags=flags, most=1 if length > 0 else 3)  # fmt: skip
    on_roll = 1 if numbers["player on roll"] == 1 else 0
    doubled = fields[4] == "D"
    state = MatchState(
        cube=1 << numbers["cube"],
        owner={0: None, -1: 0, 1: 1}[numbers["cube's owner"]],
        on_roll=on_roll,
        turn=1 - on_roll if doubled else on_roll,
        crawford=bool(length and flags),
        doubled=doubled,
        dice=None if doubled else _xgid_dice(fields[4]),
        length=length,
        score=(numbers["score of the upper player"], numbers["score of the lower player"]),
        jacoby=not length and bool(flags & 1),
        beavers=not length and bool(flags & 2),
        cube_limit=numbers["largest cube"],
    )
    below = _xgid_board(fields[0])
    return below if on_roll else below.flip(), state


def _xgid_dice(text: str) -> tuple[int, int] | None:
    if text == "00":
        return None
    if len(text) != 2 or not set(text) <= set("123456"):
        raise IdError("the dice are '{dice}', not two of 1 to 6, 00 or D", dice=text)
    return int(text[0]), int(text[1])


def _xgid_board(text: str) -> Position:
    """The board as the lower player sees it."""
    if len(text) != 26:
        raise IdError("the board has {count} letters, not 26", count=len(text))
    below, above = [0] * 26, [0] * 26
    for point, letter in enumerate(text):
        count = ord(letter.lower()) - 96
        if letter == "-":
            continue
        if not (letter.isascii() and letter.isalpha() and count <= 15):
            raise IdError("the board has '{letter}' at {point}, not A to O, a to o or -",
                          letter=letter, point=point)  # fmt: skip
        if point in (0, BAR) and letter.isupper() != (point == BAR):
            raise IdError("the board has '{letter}' on the other side's bar", letter=letter)
        if letter.isupper():
            below[point] = count
        else:
            above[BAR - point] = count
    for name, side in ((Term("lower"), below), (Term("upper"), above)):
        side[OFF] = 15 - sum(side)
        if side[OFF] < 0:
            raise IdError("the {name} player has {count} checkers, more than 15",
                          name=name, count=sum(side[1:]))  # fmt: skip
    try:
        return Position.checked(below, above)
    except ValueError as error:
        raise IdError("{fault}", fault=error) from error


def _to_text(bits: int, size: int) -> str:
    return base64.b64encode(bits.to_bytes(size, "little")).decode("ascii").rstrip("=")


def _from_text(kind: Term, text: str, size: int) -> int:
    """The bits of an id of `size` bytes; IdError when it is none."""
    length = -(-size * 8 // 6)
    if len(text) != length:
        raise IdError("{kind} '{text}': {count} characters, not {length}",
                      kind=kind, text=text[:40], count=len(text), length=length)  # fmt: skip
    try:
        data = base64.b64decode(text + "=" * (-length % 4), validate=True)
    except (binascii.Error, ValueError):
        bad = next((c for c in text if not (c.isascii() and (c.isalnum() or c in "+/"))), text)
        raise IdError("{kind} '{text}': '{bad}' is not one of A-Z a-z 0-9 + /",
                      kind=kind, text=text, bad=bad) from None  # fmt: skip
    bits = int.from_bytes(data, "little")
    if _to_text(bits, size) != text:
        raise IdError("{kind} '{text}': the last character '{bad}' has bits that mean nothing",
                      kind=kind, text=text, bad=text[-1])  # fmt: skip
    return bits
