#!/usr/bin/env python3
"""saxpy over Ringfence's C API, by ctypes: a GPU for a script without any CUDA.

    ringfence up
    ./saxpy.py saxpy.ptx [--library libringfence.so] [--backend soft|cuda]
"""

import argparse
import ctypes as c
import sys

COMPUTE = 2


class Error(c.Structure):
    _fields_ = [("code", c.c_int), ("cuda_status", c.c_int32), ("message", c.c_char * 1024),
                ("remedy", c.c_char * 256), ("limit", c.c_char * 64)]


class Bytes(c.Structure):
    _fields_ = [("data", c.c_void_p), ("size", c.c_size_t)]


class SessionOptions(c.Structure):
    _fields_ = [("name", c.c_char_p), ("backend", c.c_char_p), ("isolation", c.c_char_p), ("guard", c.c_char_p),
                ("limits", c.c_void_p), ("limit_count", c.c_size_t), ("programs", c.c_void_p),
                ("program_count", c.c_size_t), ("segments", c.c_void_p), ("segment_count", c.c_size_t),
                ("output", c.POINTER(c.c_int))]


class Place(c.Structure):
    _fields_ = [("buffer", c.c_void_p), ("segment", c.c_void_p), ("offset", c.c_uint64)]


class Argument(c.Structure):
    _fields_ = [("value", c.c_void_p), ("size", c.c_size_t), ("address", Place)]


class Launch(c.Structure):
    _fields_ = [("kernel", c.c_char_p), ("grid", c.c_uint32 * 3), ("block", c.c_uint32 * 3),
                ("shared_bytes", c.c_uint32), ("arguments", c.POINTER(Argument)), ("argument_count", c.c_size_t)]


class RingfenceError(Exception):
    pass


class Ringfence:
    """The functions of the library; what fails is an exception."""

    def __init__(self, path):
        self.library = c.CDLL(path)
        self.library.rf_code_name.restype = c.c_char_p

    def __call__(self, name, *arguments):
        error = Error()
        if getattr(self.library, name)(*arguments, c.byref(error)) != 0:
            code = self.library.rf_code_name(error.code).decode()
            raise RingfenceError(f"{name}: {code}: {error.message.decode()} {error.remedy.decode()}".strip())

    def make(self, name, *arguments):
        """For functions that give a handle."""
        handle = c.c_void_p()
        self(name, *arguments, c.byref(handle))
        return handle

    def close(self, kind, handle):
        getattr(self.library, f"rf_{kind}_close")(handle)


def value(number):
    return Argument(c.cast(c.pointer(number), c.c_void_p), c.sizeof(number), Place())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ptx")
    parser.add_argument("--library", default="libringfence.so.0")
    parser.add_argument("--backend", default="")
    options = parser.parse_args()

    rf = Ringfence(options.library)
    count = 1 << 16
    bytes_each = c.c_uint64(count * 4)
    client = rf.make("rf_client_open", None, Bytes(None, 0))
    session = rf.make("rf_session_open", client, COMPUTE,
                      c.byref(SessionOptions(name=b"saxpy.py", backend=options.backend.encode())))
    with open(options.ptx, "rb") as file:
        image = file.read()
    program = rf.make("rf_program_load", session, image, c.c_size_t(len(image)))
    x = rf.make("rf_buffer_create", session, bytes_each)
    y = rf.make("rf_buffer_create", session, bytes_each)
    numbers = (c.c_float * count)(*(i % 100 for i in range(count)))
    rf("rf_buffer_write", x, c.c_uint64(0), numbers, bytes_each)
    rf("rf_buffer_write", y, c.c_uint64(0), numbers, bytes_each)

    a, n = c.c_float(3.0), c.c_uint32(count)
    arguments = (Argument * 4)(Argument(None, 0, Place(x, None, 0)), Argument(None, 0, Place(y, None, 0)), value(a),
                               value(n))
    launch = Launch(b"saxpy", (count // 256, 1, 1), (256, 1, 1), 0, arguments, 4)
    fence = rf.make("rf_launch", session, program, c.byref(launch))
    rf("rf_fence_wait", fence, c.c_uint32(10_000))
    result = (c.c_float * count)()
    rf("rf_buffer_read", y, c.c_uint64(0), result, bytes_each)
    wrong = sum(1 for i in range(count) if result[i] != 4.0 * (i % 100))
    print(f"y[{count - 1}] = {result[count - 1]:g}; {wrong} of {count} are wrong")

    for kind, handle in (("fence", fence), ("buffer", y), ("buffer", x), ("program", program), ("session", session),
                         ("client", client)):
        rf.close(kind, handle)
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (RingfenceError, OSError) as problem:
        sys.exit(f"saxpy.py: {problem}")
