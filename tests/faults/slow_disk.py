"""A disk that can be made to stand still, as one does that is busy with gigabytes of somebody else's."""

import contextlib
import ctypes
import fcntl
import functools
import os
import pathlib
import shutil
import subprocess
import tempfile

FIFREEZE, FITHAW = 0xC0045877, 0xC0045878
NEW_MOUNTS, PRIVATE, RECURSIVE = 0x20000, 1 << 18, 1 << 14


class SlowDisk:
    """A file system in a file, seen by this process and its children alone."""

    def __init__(self, beside):
        self.folder = pathlib.Path(beside) / "disk"
        self.folder.mkdir(mode=0o700)
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.unshare(NEW_MOUNTS) != 0 or libc.mount(None, b"/", None, PRIVATE | RECURSIVE, None) != 0:
            raise OSError(ctypes.get_errno(), "no mounts of its own")
        image = pathlib.Path(beside) / "disk.image"
        with open(image, "wb") as file:
            file.truncate(16 << 20)
        for command in [["mkfs.ext4", "-q", image], ["mount", "-o", "loop", image, self.folder]]:
            subprocess.run(command, check=True, capture_output=True)
        self.folder.chmod(0o700)

    def close(self):
        """Nothing of it is left."""
        subprocess.run(["umount", "--lazy", self.folder], check=False, capture_output=True)


@contextlib.contextmanager
def frozen(disk):
    """Whoever writes to it waits."""
    folder = os.open(disk.folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.ioctl(folder, FIFREEZE, 0)
        try:
            yield
        finally:
            fcntl.ioctl(folder, FITHAW, 0)
    finally:
        os.close(folder)


@functools.cache
def can_have_slow_disk():
    """Tried in a process of its own, whose mounts go with it."""
    if os.geteuid() != 0 or shutil.which("mkfs.ext4") is None:
        return False
    child = os.fork()
    if child == 0:
        with contextlib.suppress(Exception), tempfile.TemporaryDirectory() as folder:
            disk = SlowDisk(folder)
            with frozen(disk):
                pass
            disk.close()
            os._exit(0)
        os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
