"""Identity as a key, for what is kept by who it belongs to and not by what it says."""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")


class Same(Generic[T]):
    """Stands in a key for one object, to which no other is equal: a view is large to compare.

    It keeps the object, so that no later one can take its place.

    >>> view, equal = [1], [1]
    >>> Same(view) == Same(view), Same(view) == Same(equal)
    (True, False)
    """

    __slots__ = ("one",)

    def __init__(self, one: T) -> None:
        self.one = one

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.one is self.one

    def __hash__(self) -> int:
        return id(self.one)
