"""Log files: nothing acknowledged is lost, and nothing is ever overwritten."""

from __future__ import annotations

import errno
import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import rules.log
from app import log_lines, store
from app.store import LogDamaged, LogFile, LogLocked, LogTooNew, StoreError, WriteFailed

HEADER = {"chouette": 1, "do": "open", "players": ["ann", "bob"], "dice": "manual"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "thursday.chouette"


def write(path: Path, *lines: object) -> bytes:
    data = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    path.write_bytes(data)
    return data


class Faulty(store.RealDisk):
    """The real calls, noted down in order; `fail` breaks the n-th of a kind."""

    def __init__(self, **fail: Callable[[int], OSError | None]) -> None:
        self.calls: list[str] = []
        self.fail = fail
        self.short = 0

    def _note(self, call: str) -> None:
        self.calls.append(call)
        if call in self.fail and (error := self.fail[call](self.calls.count(call))):
            raise error

    def write(self, fd: int, data: bytes) -> int:
        if self.short:
            written = super().write(fd, data[: self.short])
            self._note("write")
            return written
        self._note("write")
        return super().write(fd, data)

    def fsync(self, fd: int) -> None:
        is_folder = os.path.isdir(f"/proc/self/fd/{fd}") if os.path.exists("/proc") else False
        self._note("fsync folder" if is_folder else "fsync")
        super().fsync(fd)

    def truncate(self, fd: int, size: int) -> None:
        self._note("truncate")
        super().truncate(fd, size)


def no_space(_: int) -> OSError:
    return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_lines_come_back_as_they_were_appended(path: Path) -> None:
    with LogFile(path) as log:
        log.append(HEADER)
        log.append({"do": "start", "by": "Zoë", "n": 2})
    with LogFile(path) as log:
        assert [line.data for line in log.lines] == [HEADER, {"do": "start", "by": "Zoë", "n": 2}]
        assert [line.number for line in log.lines] == [1, 2]
        assert log.notices == []


def test_each_line_is_on_the_disk_before_append_returns(path: Path) -> None:
    disk = Faulty()
    with LogFile(path, disk) as log:
        assert disk.calls == ["fsync folder"], "the folder once, when the file is made"
        log.append(HEADER)
        disk.calls.append("acknowledge")
        log.append({"do": "start"})
        disk.calls.append("acknowledge")
    once = ["write", "fsync", "acknowledge"]
    assert disk.calls == ["fsync folder", *once, *once]


def test_a_write_in_pieces_is_finished(path: Path) -> None:
    disk = Faulty()
    disk.short = 7
    with LogFile(path, disk) as log:
        log.append(HEADER)
    assert store.read_lines(path).lines[0].data == HEADER
    assert disk.calls.count("write") > 5


def test_a_second_writer_is_told_and_changes_nothing(path: Path) -> None:
    with LogFile(path) as log:
        log.append(HEADER)
        with pytest.raises(LogLocked, match="being written by another process"):
            LogFile(path)
        log.append({"do": "start"})
    assert len(store.read_lines(path).lines) == 2


def test_the_lock_dies_with_its_process(path: Path) -> None:
    code = "import sys; from app.store import LogFile; from pathlib import Path\n" + (
        "log = LogFile(Path(sys.argv[1])); print('locked', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"locked\n"
        with pytest.raises(LogLocked):
            LogFile(path)
        holder.kill()
    LogFile(path).close()


def test_an_unused_new_file_is_taken_away_again(path: Path) -> None:
    LogFile(path).close()
    assert not path.exists()
    write(path)
    LogFile(path).close()
    assert path.exists(), "somebody else's empty file is not ours to remove"


@pytest.mark.parametrize(
    "torn", [b'{"do": "ro', b"{", b"\0" * 4096, b'{"do": "say", "text": "\xc3']
)
def test_a_torn_last_line_is_set_aside_with_a_notice(path: Path, torn: bytes) -> None:
    whole = write(path, HEADER, {"do": "start"})
    path.write_bytes(whole + torn)
    with LogFile(path) as log:
        assert len(log.lines) == 2
        assert "thursday.chouette.torn" in str(log.notices[0])
        log.append({"do": "opening"})
    assert path.with_name("thursday.chouette.torn").read_bytes() == torn + b"\n"
    assert path.read_bytes() == whole + b'{"do":"opening"}\n'


def test_a_torn_line_is_kept_before_it_is_cut_off(path: Path) -> None:
    path.write_bytes(write(path, HEADER) + b"{torn")
    disk = Faulty(truncate=no_space)
    with pytest.raises(WriteFailed):
        LogFile(path, disk)
    assert path.with_name("thursday.chouette.torn").read_bytes() == b"{torn\n"
    assert path.read_bytes().endswith(b"{torn")


def test_a_last_line_without_its_break_is_whole_when_it_reads_whole(path: Path) -> None:
    path.write_bytes(write(path, HEADER) + b'{"do": "start", "by": "ann"}')
    with LogFile(path) as log:
        assert len(log.lines) == 2
        assert not log.notices
        log.append({"do": "opening"})
    assert [line.data["do"] for line in store.read_lines(path).lines] == [
        "open",
        "start",
        "opening",
    ]


@pytest.mark.parametrize(
    ("bad", "reason"),
    [(b"{nonsense\n", "not JSON"), (b"[1, 2]\n", "no object"), (b"\xff\xfe\n", "not JSON")],
)
def test_damage_inside_is_reported_by_line_and_left_alone(
    path: Path, bad: bytes, reason: str
) -> None:
    data = write(path, HEADER, {"do": "start"}) + bad + b'{"do": "opening"}\n'
    path.write_bytes(data)
    with pytest.raises(LogDamaged, match=rf"line 3: .*{reason}") as caught:
        LogFile(path)
    assert caught.value.line == 3
    assert path.read_bytes() == data
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_a_newer_format_is_refused_and_an_unversioned_file_is_no_log(path: Path) -> None:
    write(path, {**HEADER, "chouette": 2})
    with pytest.raises(LogTooNew, match=r"log format 2, .*up to 1; a newer chouette opens it"):
        LogFile(path)
    for version in (None, "1", 0, True, 1.5):
        write(path, {**HEADER, "chouette": version})
        with pytest.raises(LogDamaged, match="line 1: the first line of a log is"):
            store.read_lines(path)


def test_a_log_of_an_old_format_is_read_as_one_of_today(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is only one format yet: two more are made up, to see the way there walked."""
    data = write(path, HEADER, {"do": "start"}, {"do": "opening", "chouette": 3})
    monkeypatch.setattr(log_lines, "FORMAT", 3)
    monkeypatch.setitem(log_lines.UPGRADES, 1, lambda fields: {**fields, "two": 1})
    monkeypatch.setitem(log_lines.UPGRADES, 2, lambda fields: {**fields, "three": fields["two"]})
    lines = [line.data for line in store.read_lines(path).lines]
    assert lines[1] == {"do": "start", "two": 1, "three": 1}
    assert lines[2] == {"do": "opening", "chouette": 3}, "a newer program went on with it"
    assert path.read_bytes() == data


def test_store_and_rules_mean_the_same_format() -> None:
    assert store.FORMAT == rules.log.FORMAT


def test_unknown_fields_are_kept(path: Path) -> None:
    line = {**HEADER, "x-club": {"room": "back"}, "later": [1, 2]}
    data = write(path, line)
    with LogFile(path) as log:
        assert log.lines[0].data == line
    assert path.read_bytes() == data


def test_blank_lines_and_a_byte_order_mark_do_no_harm(path: Path) -> None:
    data = write(path, HEADER, {"do": "start"})
    path.write_bytes(b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n\n"))
    assert [line.number for line in store.read_lines(path).lines] == [1, 3]


@pytest.mark.parametrize("call", ["write", "fsync"])
def test_a_failed_write_leaves_the_log_as_it_was(path: Path, call: str) -> None:
    disk = Faulty(**{call: lambda count: no_space(count) if count == 3 else None})
    with LogFile(path, disk) as log:
        log.append(HEADER)
        log.append({"do": "start"})
        before = path.read_bytes()
        with pytest.raises(WriteFailed, match=r"thursday.chouette cannot be written: No space"):
            log.append({"do": "opening", "dice": [6, 1]})
        assert path.read_bytes() == before
        log.append({"do": "opening", "dice": [3, 1]})
    assert store.read_lines(path).lines[-1].data["dice"] == [3, 1]


def test_half_a_line_never_ends_up_inside(path: Path) -> None:
    """The write is cut short and the cut cannot be undone at once; the next append does it."""
    disk = Faulty()
    with LogFile(path, disk) as log:
        log.append(HEADER)
        disk.short, wrote = 5, disk.calls.count("write")
        disk.fail = {
            "write": lambda count: no_space(count) if count == wrote + 2 else None,
            "truncate": lambda count: no_space(count) if count == 1 else None,
        }
        with pytest.raises(WriteFailed):
            log.append({"do": "start"})
        assert not path.read_bytes().endswith(b"\n")
        disk.short = 0
        log.append({"do": "opening"})
    assert [line.data["do"] for line in store.read_lines(path).lines] == ["open", "opening"]


def test_a_file_size_limit_is_a_clear_error_and_no_damage(path: Path) -> None:
    code = (
        "import resource, sys; from pathlib import Path; from app.store import *\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (300, resource.RLIM_INFINITY))\n"
        "log = LogFile(Path(sys.argv[1]))\n"
        "log.append({'chouette': 1, 'do': 'open'})\n"
        "log.append({'do': 'note', 'text': 'x' * 200})\n"
        "try:\n    log.append({'do': 'note', 'text': 'y' * 200})\n"
        "except WriteFailed as error:\n    print(error)\n"
    )
    assert resource.getrlimit(resource.RLIMIT_FSIZE)
    ran = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True
    )
    assert "thursday.chouette cannot be written: File too large" in ran.stdout
    lines = store.read_lines(path)
    assert [line.data["do"] for line in lines.lines] == ["open", "note"]
    assert not lines.torn


def test_a_read_only_folder_is_a_clear_error(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.geteuid() == 0:
        # Root may write everywhere; the system's answer is put in its place.
        def refuse(*_: object) -> int:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))

        monkeypatch.setattr("app.store.os.open", refuse)
    else:
        path.parent.chmod(0o500)
    with pytest.raises(WriteFailed, match=r"thursday.chouette cannot be written: (Read|Perm)"):
        LogFile(path)
    assert not path.exists()


def test_no_such_file_is_said_plainly(path: Path) -> None:
    with pytest.raises(StoreError, match=r"there is no file .*thursday.chouette"):
        store.read_lines(path)


def test_reading_on_follows_a_growing_log_by_whole_lines(path: Path) -> None:
    data = write(path, HEADER)
    first = store.read_lines(path)
    path.write_bytes(data + b'{"do": "start"}\n{"do": "op')
    more = store.read_on(path, first.size, 2)
    assert [(line.number, line.data["do"]) for line in more.lines] == [(2, "start")]
    with path.open("ab") as file:
        file.write(b'ening"}\n')
    rest = store.read_on(path, more.size, 3)
    assert [(line.number, line.data["do"]) for line in rest.lines] == [(3, "opening")]
    assert store.read_on(path, rest.size, 4).lines == ()
