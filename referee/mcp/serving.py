"""Serves: over the standard streams to the program that started it, or over HTTP on this machine alone."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import anyio
import uvicorn
from mcp.server.transport_security import TransportSecuritySettings

from referee.errors import RefereeError
from referee.mcp.server import Server, make_server
from referee.render.look import LOOK

if TYPE_CHECKING:
    from starlette.applications import Starlette

LOOPBACK = "127.0.0.1"
PATH = "/mcp"
_LARGEST = 1024 * 1024  # bytes of a call; the longest line that is read is far shorter
_PATIENCE = 2  # seconds for the calls that are under way when it is stopped


def serve_stdio(db: Path | None) -> None:
    """Serves the program at the other end of the standard streams until it closes them."""
    _write_plainly()
    make_server(db).run("stdio")


def serve_http(db: Path | None, port: int, tell: Callable[[str], object]) -> None:
    """Serves over streamable HTTP on the loopback address until it is interrupted; `tell` is given the address.

    A port of 0 is any that is free. RefereeError for one that cannot be had.
    """
    _write_plainly()
    with listening(port) as listener:
        bound = int(listener.getsockname()[1])
        tell(f"http://{LOOPBACK}:{bound}{PATH}")
        config = uvicorn.Config(
            _application(make_server(db, shared=True), bound),
            log_level="warning",
            timeout_graceful_shutdown=_PATIENCE,
        )
        with suppress(KeyboardInterrupt):  # uvicorn has ended everything by then
            anyio.run(uvicorn.Server(config).serve, [listener])


def _application(server: Server, port: int) -> Starlette:
    """The application for the loopback address and this port, for no page of another site or port."""
    hosts = [f"{host}:{port}" for host in (LOOPBACK, "localhost")]
    return server.streamable_http_app(
        streamable_http_path=PATH,
        json_response=True,
        stateless_http=True,
        max_request_body_size=_LARGEST,
        host=LOOPBACK,
        transport_security=TransportSecuritySettings(
            enable_dns_rebinding_protection=True,
            allowed_hosts=hosts,
            allowed_origins=[f"http://{host}" for host in hosts],
        ),
    )


def listening(port: int) -> socket.socket:
    """A socket on the loopback address; RefereeError where the port is taken or not allowed."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # so that it can be started again at once
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((LOOPBACK, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        why = "it is taken" if error.errno == errno.EADDRINUSE else str(error.strerror)
        raise RefereeError(f"port {port} cannot be had: {why}; say another one with --port") from None
    return listener


def _write_plainly() -> None:
    """Has all texts written without color, and not broken into the lines of whatever terminal started this."""
    LOOK.color = "never"
    os.environ.pop("COLUMNS", None)
