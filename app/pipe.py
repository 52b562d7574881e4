"""`chouette pipe`: the line protocol, a JSON request and a JSON reply a line (protocol, 1).

Nothing that stands on standard input ends the process: a line that is no request is refused and
changes nothing.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from pydantic_core import from_json, to_json

from app.store import NOT_SAVED, StoreError
from rules.refusals import Refusal
from rules.saying import Fault, say

if TYPE_CHECKING:
    from app.keeper import Keeper

MAX_LINE = 1 << 18
"""Bytes; the longest request of the protocol has a tenth of that."""

Reply = dict[str, Any]
Translate = Callable[[str], str]


WITHOUT = "nothing was played; without --log a session lives in memory only"


class Pipe:
    """One session that is asked line by line; `reply` answers a line and never raises.

    Without a keeper one is made, in memory, when a request first needs a table: `plays` and `rules`
    are answered before the rules of the table are even loaded.
    """

    def __init__(self, keeper: Keeper | None = None, translate: Translate = str) -> None:
        self._keeper = keeper
        self._translate = translate
        self._requests: dict[str, Callable[[Mapping[str, Any]], Reply]] = {
            "state": self._state,
            "legal": self._legal,
            "plays": self._plays,
            "memory": self._memory,
        }

    @property
    def keeper(self) -> Keeper:
        """The keeper of the session's table."""
        if self._keeper is None:
            from app.keeper import Keeper

            self._keeper = Keeper()
        return self._keeper

    def close(self) -> None:
        """Let go of the log."""
        if self._keeper is not None:
            self._keeper.close()

    def reply(self, line: bytes) -> Reply:
        """Answer one line."""
        try:
            return self._answer(self._read(line))
        except Fault as error:
            return self._refuse(_bad(error))
        except Exception as error:
            # The last net under a fault of ours: whoever scripts the table gets an answer, and
            # whoever can mend it the place.
            import traceback

            traceback.print_exc(file=sys.stderr)
            text = "the program failed at this request ({error}); nothing was changed"
            fault = f"{type(error).__name__}: {error}"[:200]
            return self._refuse(Refusal("fault", "protocol", text, {"error": fault}))

    def _read(self, line: bytes) -> dict[str, Any]:
        if len(line) > MAX_LINE:
            raise Fault("a line has at most {n} bytes", n=MAX_LINE)
        try:
            request = from_json(line.removeprefix(b"\xef\xbb\xbf"), allow_inf_nan=False)
        except ValueError as error:
            raise Fault("this line is not JSON in UTF-8: {error}", error=str(error)) from None
        if not isinstance(request, dict):
            raise Fault("a request is an object, such as {example}", example='{"do": "state"}')
        return request

    def _answer(self, request: dict[str, Any]) -> Reply:
        verb = request.get("do")
        if isinstance(verb, str) and verb in self._requests:
            return self._requests[verb](request)
        if verb == "rules" and "set" not in request:
            return self._rules(request)
        from rules.actions import read_action
        from rules.events import write_event

        outcome = self.keeper.ask(read_action(request))
        if isinstance(outcome, Refusal):
            reply = self._refuse(outcome)
            if outcome.code == NOT_SAVED:
                reply["refused"]["memory"] = {"do": "memory"}
            return reply
        events = [write_event(event) for event in outcome.events or ()]
        return {"ok": True, "n": outcome.n, "events": events}

    def _refuse(self, refusal: Refusal) -> Reply:
        return {"ok": False, "refused": refusal.reply(self._translate)}

    def _unopened(self, verb: str) -> Reply | None:
        if self._keeper is not None and self._keeper.table.opened:
            return None
        text = "nothing can be asked of a table before it is opened: {verb} comes after open"
        return self._refuse(Refusal("wrong_phase", "protocol", text, {"verb": verb}))

    def _state(self, request: Mapping[str, Any]) -> Reply:
        _only(request, "do", "by")
        if refused := self._unopened("state"):
            return refused
        from rules.views import state_of

        return {"ok": True, "state": state_of(self.keeper.table)}

    def _legal(self, request: Mapping[str, Any]) -> Reply:
        _only(request, "do", "by")
        name = _text(request, "by", "bob")
        if refused := self._unopened("legal"):
            return refused
        from rules.legal import legal
        from rules.naming import find

        offers = legal(self.keeper.table, find(self.keeper.table, name) or name)
        listed = []
        for offer in offers:
            for request_ in offer.requests():
                if offer.rule is not None:
                    request_["rule"]["sentence"] = offer.rule.sentence(self._translate)
                listed.append(request_)
        return {"ok": True, "legal": listed}

    def _plays(self, request: Mapping[str, Any]) -> Reply:
        from app.plays import listed, read_board

        _only(request, "do", "by", "position", "dice")
        position = _text(request, "position", "4HPwATDgc/ABMA")
        dice = request.get("dice")
        if not (
            isinstance(dice, list)
            and len(dice) == 2
            and all(type(die) is int and 1 <= die <= 6 for die in dice)
        ):
            raise Fault("plays: dice are two numbers from 1 to 6, such as [3, 1]")
        try:
            return {"ok": True, "plays": listed(read_board(position), (dice[0], dice[1]))}
        except ValueError as error:
            raise Fault("plays: {fault}", fault=_said(error)) from None

    def _rules(self, request: Mapping[str, Any]) -> Reply:
        from app.rules_table import options_of
        from rules.ruleset import PRESETS, read_ruleset

        _only(request, "do", "by", "preset")
        wanted = request.get("preset", "club")
        if not isinstance(wanted, str) or wanted not in PRESETS:
            raise Fault("rules: preset is one of {presets}", presets=PRESETS)
        options = options_of(read_ruleset(wanted))
        for option in options.values():
            option["meaning"] = self._translate(option["meaning"])
        return {"ok": True, "rules": options}

    def _memory(self, request: Mapping[str, Any]) -> Reply:
        """Go on without the log: the word of whoever was told that it cannot be written."""
        _only(request, "do", "by")
        self.keeper.go_on_in_memory()
        return {"ok": True, "memory": True}


def _bad(fault: Fault) -> Refusal:
    return Refusal("bad_request", "protocol", fault.text, fault.facts)


def _said(error: ValueError) -> Fault | str:
    return error if isinstance(error, Fault) else str(error)


def _only(request: Mapping[str, Any], *known: str) -> None:
    for key in request:
        if key not in known:
            raise Fault(
                "{verb}: there is no {key!r}; it has {known}",
                verb=request["do"],
                key=key[:40],
                known=known,
            )


def _text(request: Mapping[str, Any], key: str, such_as: str) -> str:
    value = request.get(key)
    if not isinstance(value, str):
        raise Fault(
            '{verb}: {key} is a text, such as "{example}"',
            verb=request["do"],
            key=key,
            example=such_as,
        )
    return value[:200]


def read_lines(source: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream, of an overlong one only the beginning, one byte too many."""
    while line := source.readline(MAX_LINE + 2):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = source.readline(MAX_LINE)
        yield line.rstrip(b"\r\n")


def run(argv: Sequence[str], language: str | None = None) -> int:
    """Serve the protocol until the end of input: status 0, or 1 where the log cannot be used."""
    # Nothing of what is imported for the first answer is ever garbage.
    gc.disable()
    path = _log_wanted(argv, language)
    if isinstance(path, int):
        return path
    translate = _translator(language)
    try:
        pipe = Pipe(_resumed(path, translate) if path else None, translate)
    except StoreError as error:
        print(f"chouette pipe: {error.sentence(translate)}", file=sys.stderr)
        print(f"chouette pipe: {translate(WITHOUT)}", file=sys.stderr)
        return 1
    out = sys.stdout.buffer
    try:
        for line in read_lines(sys.stdin.buffer):
            out.write(to_json(pipe.reply(line)) + b"\n")
            out.flush()
            if not gc.isenabled():
                gc.freeze()
                gc.enable()
    finally:
        gc.enable()
        pipe.close()
    return 0


def _resumed(path: Path, translate: Translate) -> Keeper:
    from app.keeper import Keeper

    keeper = Keeper.on(path)
    for notice in keeper.notices:
        text = say(notice.text, notice.facts, translate)
        print(f"chouette pipe: {text}", file=sys.stderr, flush=True)
    return keeper


def _log_wanted(argv: Sequence[str], language: str | None) -> Path | int | None:
    """Read the arguments: a log, none, or the exit status where there is nothing to run."""
    if not argv:
        return None
    from app.arguments import Parser

    parser = Parser(
        "pipe",
        "Speak the line protocol: a JSON request a line in, a JSON reply a line out.",
        language,
    )
    parser.add_argument("--log", metavar="FILE", type=Path, help="append to FILE, and resume it")
    log: Path | None = parser.parse_args(argv).log
    return log


def _translator(language: str | None) -> Translate:
    from app.language import translator

    return translator(language).translate
