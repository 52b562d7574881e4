"""The line client over SSH: the plain client, told the news while nobody types."""

from __future__ import annotations

import asyncio

from app.language import for_guest
from app.live_session import LiveSession
from app.plain import Plain
from app.ssh.guest import Guest
from app.ssh.plain import LineReader, LineWriter


async def serve_lines(
    session: LiveSession, guest: Guest, reader: LineReader, writer: LineWriter
) -> None:
    """Serve the plain client to somebody whose end shows lines only, until he leaves."""
    words = for_guest(guest.language).words()
    client = Plain(session, words, lambda text: writer.write(text + "\n"))
    news = asyncio.Event()
    stop = session.watch(lambda view: news.set())
    client.greet()
    line = asyncio.ensure_future(reader.readline())
    changed = asyncio.ensure_future(news.wait())
    try:
        while not client.done:
            await asyncio.wait((line, changed), return_when=asyncio.FIRST_COMPLETED)
            if changed.done():
                news.clear()
                client.news()
                changed = asyncio.ensure_future(news.wait())
            if line.done():
                if (text := line.result()) is None:
                    return
                await client.answer(text)
                line = asyncio.ensure_future(reader.readline())
            await writer.drain()
    finally:
        stop()
        line.cancel()
        changed.cancel()
