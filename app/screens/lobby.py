"""The lobby on the host's screen: who is here, and the invitations to send."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from app.remote.lobby import paragraphs
from app.screens.reading import Page, Paragraph, ReadingScreen
from widgets.words import Words

if TYPE_CHECKING:
    from app.remote.gathering import Gathering


class LobbyScreen(ReadingScreen):
    """The people of a remote table; kept up to date while it is open."""

    def __init__(self, gathering: Gathering, words: Words) -> None:
        super().__init__(words("Lobby"), words)
        self.gathering = gathering

    def paragraphs(self, wanted: str) -> Iterable[Paragraph]:
        """Yield the lobby; of a search, only the lines with the words searched for."""
        terms = wanted.casefold().split()
        for text, look in paragraphs(self.gathering, self._):
            if all(term in text.casefold() for term in terms):
                yield text, look

    def show_news(self) -> None:
        """Show who came and went, without moving the page."""
        page = self.query_one("#page", Page)
        page.paragraphs = list(self.paragraphs(""))
        page.repaint()
