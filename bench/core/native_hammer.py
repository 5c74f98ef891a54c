#!/usr/bin/env python3
"""Asks for more than a session may have over the native API, again and again, for limits.py.

    native_hammer.py LIBRARY BACKEND CASE VALUE RATE

RATE: so often a second; 0: as often as it can.
"""

import ctypes as c
import pathlib
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
NATIVE = HERE.parents[1] / "examples" / "native"
sys.path.insert(0, str(NATIVE))
from saxpy import COMPUTE, Bytes, Place, Ringfence, RingfenceError, SessionOptions  # noqa: E402  pylint: disable=wrong-import-position

MIB = 1 << 20


class Limit(c.Structure):
    """rf_limit"""
    _fields_ = [("key", c.c_char_p), ("value", c.c_uint64)]


def ways(library, session):
    """{limit: a function that wants one more of it}"""
    kept = []
    ptx = (NATIVE / "saxpy.ptx").read_bytes()
    buffer = library.make("rf_buffer_create", session, c.c_uint64(4096))
    place = Place(buffer, None, 0)

    def keep(name, *arguments):
        kept.append(library.make(name, session, *arguments))

    def fill():
        fence = library.make("rf_fill", session, place, c.c_uint64(64), c.c_uint8(1))
        library.close("fence", fence)

    return {
        "device_memory": lambda: keep("rf_buffer_create", c.c_uint64(MIB)),
        "host_memory": lambda: keep("rf_segment_create", c.c_uint64(MIB)),
        "host_segments": lambda: keep("rf_segment_create", c.c_uint64(4096)),
        "modules": lambda: keep("rf_program_load", ptx, c.c_size_t(len(ptx))),
        "module_bytes": lambda: keep("rf_program_load", ptx, c.c_size_t(len(ptx))),
        "functions": lambda: keep("rf_program_load", ptx, c.c_size_t(len(ptx))),
        "submissions": fill,
    }


def main():
    """The command."""
    path, backend, case, value, rate = sys.argv[1:]
    library = Ringfence(path)
    limit = Limit(case.encode(), int(value))
    options = SessionOptions(name=b"native_hammer", backend=backend.encode(), isolation=b"shared",
                             limits=c.cast(c.pointer(limit), c.c_void_p), limit_count=1)
    client = library.make("rf_client_open", None, Bytes(None, 0))
    session = library.make("rf_session_open", client, COMPUTE, c.byref(options))
    way = ways(library, session)[case]
    print("ready", flush=True)
    beyond = "limit reached"
    following = time.monotonic()
    while True:
        try:
            way()
        except RingfenceError as error:
            if beyond not in str(error):
                raise
        if int(rate) == 0:
            continue
        # One that was stopped for a while does not catch up.
        following = max(following + 1 / int(rate), time.monotonic() - 0.005)
        time.sleep(max(0.0, following - time.monotonic()))


if __name__ == "__main__":
    main()
