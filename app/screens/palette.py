"""The command palette, steady under hasty fingers and in terminals of any size."""

from __future__ import annotations

from textual.command import CommandList, CommandPalette


class Palette(CommandPalette):
    """Textual's own palette, mended in two places.

    Written against Textual 8.2.8; tests/test_palette.py says when a new version needs it no more.
    """

    def _action_command_list(self, action: str) -> None:
        """Do something in the list of commands, where there is a list to be seen.

        The lines of a list without room are not laid out, and a page key in it fails.
        """
        paging = action in ("page_up", "page_down")
        if paging and not self.query_one(CommandList).scrollable_content_region:
            return
        super()._action_command_list(action)

    def _cancel_gather_commands(self) -> None:
        """End the search, as closing does; and do not say half a second later that it failed.

        By then the list in which that would be said may be gone.
        """
        self._stop_no_matches_countdown()
        super()._cancel_gather_commands()
