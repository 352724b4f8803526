"""Bounds the connections of ``kb serve``: how many there are, and how long each may keep the server waiting.

A connection waits for a request (its TLS handshake and the head of the request are to come), is idle between two
requests, is busy with one, or its answer is stalled because the reader does not take it. All but busy ones have a
deadline. When every place is taken, a new connection gets the place of the one that has not been busy for longest.
"""

from __future__ import annotations

import logging
import socket
from asyncio import Transport
from contextlib import suppress
from time import monotonic
from typing import Any, NamedTuple

from uvicorn.protocols.http.h11_impl import H11Protocol

log = logging.getLogger("kb.web")
#: descriptors that are not for connections: files, databases, the event loop, and connections about to be closed
RESERVED = 64
#: connections that may wait for the event loop to close them
CLOSING = 16


class Limits(NamedTuple):
    """Most connections, and the seconds that a connection may take."""

    connections: int = 1000
    #: from the connection, or from the first byte of a later request, to the end of the request's head
    head: float = 20
    #: between two requests: longer than a load balancer keeps its connections, so that it is the one to close
    idle: float = 75
    #: for the reader to take 48 KiB of the answer (the room between asyncio's high and low water marks)
    stalled: float = 30


def within_descriptors(limits: Limits) -> Limits:
    """The limits with as many connections as this process may have descriptors, whose soft limit is raised for them.

    Windows does not limit the descriptors of a process.
    """
    try:
        import resource
    except ImportError:
        return limits
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.connections + RESERVED
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return limits._replace(connections=max(CLOSING, soft - RESERVED))
    return limits


class _Connection:
    """An accepted socket with its ``deadline`` (on the monotonic clock); none while a request is answered."""

    __slots__ = ("deadline", "receiving", "socket")

    def __init__(self, accepted: socket.socket, deadline: float) -> None:
        self.socket, self.receiving = accepted, True
        self.deadline: float | None = deadline

    def end(self) -> None:
        """Shut the socket down: the event loop then reads its end and closes it, in whatever state it is."""
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)


class Connections:
    """The open connections of a server, by descriptor, those first that have not been busy for longest."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._open: dict[int, _Connection] = {}

    def __len__(self) -> int:
        return len(self._open)

    def add(self, accepted: socket.socket) -> None:
        """Count a connection that was accepted."""
        number = accepted.fileno()
        self._open.pop(number, None)
        self._open[number] = _Connection(accepted, monotonic() + self.limits.head)

    def of(self, number: int) -> _Connection | None:
        """The connection with a descriptor."""
        return self._open.get(number)

    def wait(self, connection: _Connection, seconds: float | None, receiving: bool = False) -> None:
        """Give a connection another deadline, ``None`` for none; it counts as busy until now."""
        connection.deadline = None if seconds is None else monotonic() + seconds
        connection.receiving = receiving
        number = connection.socket.fileno()
        if self._open.get(number) is connection:
            self._open[number] = self._open.pop(number)

    def full(self) -> bool:
        """Whether every place is taken, even after connections that were closed are forgotten."""
        if len(self._open) >= self.limits.connections:
            self._open = {number: each for number, each in self._open.items() if each.socket.fileno() != -1}
        return len(self._open) >= self.limits.connections

    def make_room(self) -> bool:
        """End the connection that has not been busy for longest; false if all of them are busy."""
        for connection in self._open.values():
            if connection.deadline is not None and connection.deadline > 0:
                connection.deadline = 0
                connection.end()
                log.warning("all %d connections are taken: the longest idle one was closed", self.limits.connections)
                return True
        return False

    async def sweep(self) -> None:
        """End every connection that is past its deadline."""
        now = monotonic()
        for connection in list(self._open.values()):
            if connection.deadline is not None and connection.deadline < now:
                connection.end()


class Listener(socket.socket):
    """A listening socket that accepts no more connections than there are places for."""

    connections: Connections

    @classmethod
    def over(cls, bound: socket.socket, connections: Connections) -> Listener:
        """A listener that takes over a bound socket."""
        listener = cls(bound.family, bound.type, bound.proto, bound.detach())
        listener.connections = connections
        return listener

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection. Raises :class:`BlockingIOError`, after which the event loop asks again later."""
        full = self.connections.full()
        room = not full or self.connections.make_room()
        if full and room and len(self.connections) >= self.connections.limits.connections + CLOSING:
            raise BlockingIOError  # those that were ended are closed first
        accepted, address = super().accept()
        if not room:
            accepted.close()
            log.warning("all %d connections are busy: a new one was refused", self.connections.limits.connections)
            raise BlockingIOError
        self.connections.add(accepted)
        return accepted, address


class Protocol(H11Protocol):
    """uvicorn's HTTP/1.1, which tells the connections what each of them waits for."""

    def __init__(self, *arguments: Any, connections: Connections, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._all = connections
        self._own: _Connection | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Find the connection that was accepted."""
        super().connection_made(transport)
        self._own = self._all.of(transport.get_extra_info("socket").fileno())

    def data_received(self, data: bytes) -> None:
        """Pass on what came; a head that has begun has to end in time."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._wait(None)
        elif self._own is not None and not self._own.receiving:
            self._wait(self._all.limits.head, receiving=True)

    def on_response_complete(self) -> None:
        """Wait for the next request; the answer to one that is here already may have begun."""
        answered = self.cycle
        super().on_response_complete()
        if self.cycle is answered:
            self._wait(self._all.limits.idle)

    def pause_writing(self) -> None:
        """The reader does not keep up."""
        super().pause_writing()
        self._wait(self._all.limits.stalled)

    def resume_writing(self) -> None:
        """The reader took what there was."""
        super().resume_writing()
        busy = self.cycle is not None and not self.cycle.response_complete
        self._wait(None if busy else self._all.limits.idle)

    def _wait(self, seconds: float | None, receiving: bool = False) -> None:
        if self._own is not None:
            self._all.wait(self._own, seconds, receiving)
