"""What a viewer heard: the talk to show, and the plays suggested for the roll on the board."""

from __future__ import annotations

from collections.abc import Collection

from rules import events as ev

OF_A_NEW_ROLL = (ev.Rolled, ev.OpeningRolled, ev.Played, ev.TurnPassed, ev.Corrected, ev.Started)
"""What makes advice on a roll a thing of the past."""


class Heard:
    """The talk so far, in the order in which it was heard.

    >>> heard = Heard()
    >>> def say(move):
    ...     heard.hear(ev.Said(by="Cy", topic="checkers", to="team", text="", move=move), ["Ben"])
    >>> say("13/7 8/7"), say("24/18 13/12")
    (None, None)
    >>> heard.advised, heard.take(), heard.take(), heard.take()
    ('24/18 13/12', '24/18 13/12', '13/7 8/7', '24/18 13/12')
    """

    def __init__(self) -> None:
        self.said: list[ev.Happened] = []
        self._plays: list[str] = []
        self._taken = 0

    def hear(self, event: ev.Happened, here: Collection[str]) -> None:
        """Take in one event; `here` are those who look at this screen."""
        if isinstance(event, ev.Said | ev.Asked):
            self.said.append(event)
        elif isinstance(event, ev.TalkReleased):
            # Who said it has seen it at once.
            self.said += [said for said in event.said if said.by not in here]
        if isinstance(event, ev.Said) and event.move and event.by not in here:
            self._plays.append(event.move)
        elif isinstance(event, OF_A_NEW_ROLL):
            self._plays, self._taken = [], 0

    @property
    def advised(self) -> str:
        """The play that was suggested last for this roll, "" where none was."""
        return self._plays[-1] if self._plays else ""

    def take(self) -> str:
        """Return the play that was suggested last; once more, the one before it, and so round."""
        if not self._plays:
            return ""
        play = self._plays[-1 - self._taken % len(self._plays)]
        self._taken += 1
        return play
