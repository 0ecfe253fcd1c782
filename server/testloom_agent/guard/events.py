"""The audit events that the guard knows (https://docs.python.org/3/library/audit_events.html)."""

from __future__ import annotations

REFUSED: dict[tuple[str, ...], str] = {
    (
        "subprocess.Popen",
        "os.system",
        "os.exec",
        "os.fork",
        "os.forkpty",
        "os.posix_spawn",
        "os.spawn",
        "os.startfile",
        "pty.spawn",
    ): "start a process",
    ("os.kill", "os.killpg", "signal.pthread_kill"): "send a signal",
    (
        "socket.bind",
        "socket.connect",
        "socket.getaddrinfo",
        "socket.gethostbyaddr",
        "socket.gethostbyname",
        "socket.getnameinfo",
        "socket.sendmsg",
        "socket.sendto",
        "ftplib.connect",
        "imaplib.open",
        "nntplib.connect",
        "poplib.connect",
        "smtplib.connect",
        "telnetlib.Telnet.open",
        "urllib.Request",
    ): "use the network",
    (
        "ctypes.dlopen",
        "ctypes.dlsym",
        "ctypes.dlsym/handle",
        "ctypes.call_function",
    ): "call native code",
    ("resource.setrlimit", "resource.prlimit"): "change its limits",
    ("syslog.syslog",): "write to the system's log",
    ("socket.sethostname", "time.clock_settime"): "set up the machine",
    ("os.setpriority",): "change how processes are scheduled",
    ("os.setuid",): "change the rights of its process",
    ("webbrowser.open",): "open a browser",
    ("fcntl.ioctl",): "control a device",
}

LOOK_UPS = ("socket.getaddrinfo", "socket.gethostbyname")
# The position of the argument that an event is about: a program, a host, an address.
NAMED: dict[str, int] = {
    **dict.fromkeys(("os.system", "os.exec", "os.posix_spawn", "os.startfile", "pty.spawn"), 0),
    **dict.fromkeys(("subprocess.Popen", "os.spawn"), 1),
    **dict.fromkeys((*LOOK_UPS, "socket.gethostbyaddr"), 0),
    **dict.fromkeys(("socket.bind", "socket.connect", "socket.sendto", "socket.sendmsg"), 1),
    **dict.fromkeys(("ftplib.connect", "imaplib.open", "poplib.connect", "smtplib.connect"), 1),
    **dict.fromkeys(("urllib.Request", "webbrowser.open", "ctypes.dlopen"), 0),
}
OF_NETWORK = ("socket.", "ftplib.", "imaplib.", "poplib.", "smtplib.")
"""The prefixes of events about a host."""
LONGEST_NAME = 80
OF_TERMINALS, TYPE_INTO_TERMINAL = range(0x5400, 0x5500), 0x5412
"""The requests of `fcntl.ioctl` about terminals and open files, and the one that is dangerous.

Others set up drives and network cards, or tell the addresses of these.
"""
IN_MEMORY = "/memfd:"
"""The prefix of the path that the kernel shows for an open file that is in memory only."""

# The events that change files by name: the positions of the path and of the folder it is relative to, if any.
CHANGES_ENTRY: dict[str, tuple[tuple[int, int | None], ...]] = {
    "os.remove": ((0, 1),),
    "os.rename": ((0, 2), (1, 3)),
    "os.mkdir": ((0, 2),),
    "os.rmdir": ((0, 1),),
    "os.link": ((0, 2), (1, 3)),
    "os.symlink": ((1, 2),),
}
# ... and those that follow a symbolic link.
CHANGES_TARGET: dict[str, tuple[tuple[int, int | None], ...]] = {
    "os.truncate": ((0, None),),
    "os.chmod": ((0, 2),),
    "os.chown": ((0, 3),),
    "os.chflags": ((0, None),),
    "os.utime": ((0, 3),),
    "os.setxattr": ((0, None),),
    "os.removexattr": ((0, None),),
}
