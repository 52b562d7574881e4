"""What every value of the rules shares: it is frozen, and a changed one is a copy."""

from __future__ import annotations

from typing import Any, Literal, Self, TypeAlias

Side: TypeAlias = Literal["box", "team"]
Mark: TypeAlias = Literal["take", "drop", "beaver"]
Kind: TypeAlias = Literal["single", "gammon", "backgammon"]

KINDS: dict[Kind, int] = {"single": 1, "gammon": 2, "backgammon": 3}
"""What each kind of win multiplies a cube by."""


class Value:
    """A frozen dataclass that copies itself with a few fields changed.

    `dataclasses.replace` runs the whole constructor; a log is folded through tens of thousands of
    copies, so this one copies the fields as they are. A field that does not exist is an error all
    the same.
    """

    def but(self, **changes: Any) -> Self:
        """Return a copy with `changes` made; AttributeError if there is no such field."""
        fields = self.__dict__.copy()
        known = len(fields)
        fields.update(changes)
        if len(fields) != known:
            wrong = set(changes) - set(self.__dict__)
            raise AttributeError(f"{type(self).__name__} has no {wrong}")
        copy = object.__new__(type(self))
        object.__setattr__(copy, "__dict__", fields)
        return copy


def other(side: Side) -> Side:
    """Return the side across the board."""
    return "team" if side == "box" else "box"
