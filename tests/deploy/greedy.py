#!/usr/bin/env python3
"""A CUDA program (driver API, by ctypes, under `ringfence run`) that wants more than it should have. Prints what it got, as JSON.

    greedy.py leftovers SECRET     looks for the bytes in fresh memory of the device and of the host
    greedy.py host_memory          takes host memory until it gets no more, and keeps it until its input ends
    greedy.py talk                 kernels that print without end; its output is where nobody reads
    greedy.py endless              a kernel that does not end
"""

import ctypes
import json
import sys

CUDA = ctypes.CDLL("libcuda.so.1")
MIB = 1 << 20

KERNELS = b"""
.version 8.3
.target sm_90
.address_size 64
.extern .func (.param .b32 r) vprintf(.param .b64 format, .param .b64 arguments);
.global .align 1 .b8 format[8] = {104, 105, 33, 10, 0};
.visible .entry talk()
{
    .reg .pred %p<4>;
    .reg .b32 %r<16>;
    .reg .b64 %d<16>;
    mov.u32 %r2, 0;
NEXT:
    mov.u64 %d0, format;
    cvta.global.u64 %d0, %d0;
    {
        .param .b64 f;
        .param .b64 a;
        .param .b32 r;
        st.param.b64 [f], %d0;
        st.param.b64 [a], 0;
        call.uni (r), vprintf, (f, a);
        ld.param.b32 %r1, [r];
    }
    add.u32 %r2, %r2, 1;
    setp.lt.u32 %p0, %r2, 2000;
    @%p0 bra NEXT;
    ret;
}
.visible .entry endless(.param .u64 p)
{
    .reg .b64 %d<4>;
    .reg .b32 %r<2>;
    .reg .pred %p;
    ld.param.u64 %d1, [p];
AGAIN:
    ld.volatile.global.u32 %r1, [%d1];
    setp.ne.u32 %p, %r1, 12345;
    @%p bra AGAIN;
    ret;
}
"""


def check(status, what):
    """Ends the program."""
    if status != 0:
        sys.exit(f"{what}: {status}")


def start():
    """The primary context."""
    check(CUDA.cuInit(0), "cuInit")
    device, context = ctypes.c_int(), ctypes.c_void_p()
    check(CUDA.cuDeviceGet(ctypes.byref(device), 0), "cuDeviceGet")
    check(CUDA.cuDevicePrimaryCtxRetain(ctypes.byref(context), device), "cuDevicePrimaryCtxRetain")
    check(CUDA.cuCtxSetCurrent(context), "cuCtxSetCurrent")


def device_memory(count):
    """An address, or none."""
    address = ctypes.c_uint64()
    status = CUDA.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(count))
    return address if status == 0 else None


def host_memory(count):
    """The same."""
    address = ctypes.c_void_p()
    status = CUDA.cuMemAllocHost_v2(ctypes.byref(address), ctypes.c_size_t(count))
    return address if status == 0 else None


def leftovers(words):
    """256 MiB of each."""
    secret, found = words[0].encode(), []
    piece = 32 * MIB
    for _ in range(8):
        address = device_memory(piece)
        if address is None:
            break
        buffer = ctypes.create_string_buffer(piece)
        check(CUDA.cuMemcpyDtoH_v2(buffer, address, ctypes.c_size_t(piece)), "cuMemcpyDtoH")
        if secret in buffer.raw:
            found.append("device")
        host = host_memory(piece)
        if host is not None and secret in ctypes.string_at(host, piece):
            found.append("host")
    return found


def take_host_memory(_words):
    """A GiB at a time, then less."""
    got, piece = 0, 1024 * MIB
    while piece >= MIB:
        if host_memory(piece) is None:
            piece //= 2
        else:
            got += piece
    print(json.dumps(got), flush=True)
    sys.stdin.read()
    return None


def function(name):
    """A handle of one of the kernels above."""
    module, found = ctypes.c_void_p(), ctypes.c_void_p()
    check(CUDA.cuModuleLoadData(ctypes.byref(module), KERNELS), "cuModuleLoadData")
    check(CUDA.cuModuleGetFunction(ctypes.byref(found), module, name), "cuModuleGetFunction")
    return found


def launch(kernel, *arguments):
    """64 blocks of 64."""
    places = (ctypes.c_void_p * max(len(arguments), 1))(*[ctypes.addressof(one) for one in arguments])
    return CUDA.cuLaunchKernel(kernel, 64, 1, 1, 64, 1, 1, 0, None, places, None)


def talk(_words):
    """Nobody reads it. Says so elsewhere."""
    kernel = function(b"talk")
    for _ in range(4):
        check(launch(kernel), "cuLaunchKernel")
    print("talking", file=sys.stderr, flush=True)
    sys.stdin.read()


def endless(_words):
    """Until somebody ends it."""
    memory = device_memory(4096)
    check(launch(function(b"endless"), memory), "cuLaunchKernel")
    return CUDA.cuCtxSynchronize()


if __name__ == "__main__":
    start()
    OUTCOME = {"leftovers": leftovers, "host_memory": take_host_memory, "talk": talk, "endless": endless}[sys.argv[1]](
        sys.argv[2:])
    if OUTCOME is not None:
        print(json.dumps(OUTCOME))
