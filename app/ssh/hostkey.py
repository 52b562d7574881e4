"""The machine's own key: made on first use, kept, and shown so that friends can compare it."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import asyncssh
from platformdirs import user_data_path

log = logging.getLogger("chouette.ssh")


def default_host_key_path() -> Path:
    """Give where the host key lies unless told otherwise."""
    return user_data_path("chouette", appauthor=False) / "host_key"


def host_key(path: Path) -> asyncssh.SSHKey:
    """Read the host key, or make one (ed25519, readable by its owner only).

    Raises ValueError if there is a file that holds no private key.
    """
    try:
        if path.exists():
            if path.stat().st_mode & 0o077:
                log.warning("%s could be read by others; it is closed to them now", path)
                path.chmod(0o600)
            return asyncssh.read_private_key(path)
        key = asyncssh.generate_private_key("ssh-ed25519", comment="chouette table")
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(key.export_private_key("openssh"))
    except asyncssh.KeyImportError as error:
        raise ValueError(
            f"{path} holds no private key ({error}); move it away and a new one is made, "
            "which your friends will then be asked about"
        ) from error
    return key
