"""Screens that may have to go while they are still coming: `?q` typed in one burst does that."""

from __future__ import annotations

from textual.await_complete import AwaitComplete

from app.screens.ground import Ground


class Leaving(Ground):
    """A screen that is left once; messages that still arrive then find it gone."""

    left = False
    _made_of = 1

    @property
    def here(self) -> bool:
        """Whether it stands with all that it is made of, and has not been told to go."""
        # A screen is taken down child by child; until the last is gone it looks alive.
        self._made_of = max(self._made_of, len(self.children))
        return not self.left and len(self.children) >= self._made_of

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Go back to the screen below; the second of two hasty keys does nothing."""
        if self.left:
            return AwaitComplete()
        self.left = True
        return super().dismiss(result)
