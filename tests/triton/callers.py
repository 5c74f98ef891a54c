#!/usr/bin/env python3
"""Makes the calls that Numba, CuPy and JAX make, without them: to be run under `ringfence run`, by test.py.

    callers.py

From their sources: which functions of the driver and the runtime, in which order, with which options. Each adds two vectors.
"""

import array
import ctypes

from program import ARCH, KERNELS, Driver, Runtime, assemble, begin, expect_close, floats, number

COUNT = 2000
BYTES = ctypes.c_size_t(COUNT * 4)
PTX_INPUT = 1
INFO_LOG, INFO_LOG_SIZE, ERROR_LOG, ERROR_LOG_SIZE, LOG_VERBOSE = 3, 4, 5, 6, 12
HOST_TO_DEVICE, DEVICE_TO_HOST = 1, 2


def ptx():
    """The text, as nvrtcGetPTX gives it: with a zero at its end."""
    return (KERNELS / "add.ptx").read_bytes() + b"\0"


def log_options():
    """Buffers for what a compiler says: names and values, and what must stay alive."""
    said, wrong = ctypes.create_string_buffer(1024), ctypes.create_string_buffer(1024)
    names = (ctypes.c_int * 5)(INFO_LOG, INFO_LOG_SIZE, ERROR_LOG, ERROR_LOG_SIZE, LOG_VERBOSE)
    values = (ctypes.c_void_p * 5)(ctypes.addressof(said), 1024, ctypes.addressof(wrong), 1024, 1)
    return names, values, (said, wrong)


def launch(driver, function, stream, memory):
    """Two blocks of it, with its scratch pointers."""
    values = [*memory, ctypes.c_int(COUNT), ctypes.c_uint64(0), ctypes.c_uint64(0)]
    pointers = (ctypes.c_void_p * len(values))(*(ctypes.addressof(value) for value in values))
    driver.cuLaunchKernel(function, 2, 1, 1, 128, 1, 1, 0, stream, pointers, None)


def function_of(driver, module):
    """The kernel."""
    function = ctypes.c_void_p()
    driver.cuModuleGetFunction(ctypes.byref(function), module, b"add_kernel")
    return function


def check(name, data, x, y):
    """Compares the results."""
    expect_close(name, array.array("f", data.raw), [a + b for a, b in zip(x, y)], 1e-6)


def numba(driver):
    """PTX through the driver's linker, and synchronous copies."""
    assert number(driver.cuDeviceGetCount) >= 1
    context, device = ctypes.c_void_p(), ctypes.c_int()
    driver.cuDeviceGetUuid_v2(ctypes.create_string_buffer(16), 0)
    driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0)
    driver.cuCtxPushCurrent_v2(context)
    driver.cuCtxGetDevice(ctypes.byref(device))
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    driver.cuMemGetInfo_v2(ctypes.byref(free), ctypes.byref(total))
    x, y = floats(COUNT), floats(COUNT)
    memory = [ctypes.c_uint64() for _ in range(3)]
    for place in memory:
        driver.cuMemAlloc_v2(ctypes.byref(place), BYTES)
    for place, values in zip(memory, (x, y)):
        driver.cuMemcpyHtoD_v2(place, values.tobytes(), BYTES)
    names, values, kept = log_options()
    link, cubin, size, module = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_size_t(), ctypes.c_void_p()
    driver.cuLinkCreate_v2(5, names, values, ctypes.byref(link))
    text = ptx()[:-1]
    driver.cuLinkAddData_v2(link, PTX_INPUT, text, ctypes.c_size_t(len(text)), b"<cudapy-ptx>", 0, None, None)
    driver.cuLinkComplete(link, ctypes.byref(cubin), ctypes.byref(size))
    image = ctypes.string_at(cubin, size.value)
    driver.cuLinkDestroy(link)
    names, values, kept = log_options()
    driver.cuModuleLoadDataEx(ctypes.byref(module), image, 5, names, values)
    del kept
    function = function_of(driver, module)
    for attribute in range(7):
        number(driver.cuFuncGetAttribute, attribute, function)
    launch(driver, function, None, memory)
    driver.cuCtxSynchronize()
    data = ctypes.create_string_buffer(BYTES.value)
    driver.cuMemcpyDtoH_v2(data, memory[2], BYTES)
    check("numba", data, x, y)
    for place in memory:
        driver.cuMemFree_v2(place)
    driver.cuModuleUnload(module)
    driver.cuCtxPopCurrent_v2(ctypes.byref(context))


def cupy(driver, runtime):
    """Memory of the runtime's pool, a stream of its own, PTX as NVRTC makes it, and a graph."""
    cuda = runtime.library

    def call(name, *arguments):
        status = getattr(cuda, name)(*arguments)
        assert status == 0, f"{name}: {status}"

    stream, pool, event = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
    for name in ("cudaRuntimeGetVersion", "cudaDriverGetVersion", "cudaGetDeviceCount", "cudaGetDevice"):
        call(name, ctypes.byref(ctypes.c_int()))
    call("cudaStreamCreateWithFlags", ctypes.byref(stream), 1)
    call("cudaDeviceGetDefaultMemPool", ctypes.byref(pool), 0)
    x, y = floats(COUNT), floats(COUNT)
    memory = [ctypes.c_uint64() for _ in range(3)]
    for place in memory:
        call("cudaMallocFromPoolAsync", ctypes.byref(place), BYTES, pool, stream)
    for place, values in zip(memory, (x, y)):
        call("cudaMemcpyAsync", place, values.tobytes(), BYTES, HOST_TO_DEVICE, stream)
    call("cudaMemsetAsync", memory[2], 0, BYTES, stream)
    module = ctypes.c_void_p()
    driver.cuModuleLoadData(ctypes.byref(module), ptx())
    function = function_of(driver, module)
    number(driver.cuFuncGetAttribute, 8, function)
    graph, executable = ctypes.c_void_p(), ctypes.c_void_p()
    call("cudaStreamBeginCapture", stream, 2)
    launch(driver, function, stream, memory)
    call("cudaStreamEndCapture", stream, ctypes.byref(graph))
    call("cudaGraphInstantiate", ctypes.byref(executable), graph, ctypes.c_ulonglong(0))
    call("cudaGraphLaunch", executable, stream)
    call("cudaEventCreateWithFlags", ctypes.byref(event), 2)
    call("cudaEventRecord", event, stream)
    call("cudaStreamWaitEvent", None, event, 0)
    data = ctypes.create_string_buffer(BYTES.value)
    call("cudaMemcpyAsync", data, memory[2], BYTES, DEVICE_TO_HOST, stream)
    call("cudaStreamSynchronize", stream)
    check("cupy", data, x, y)
    for place in memory:
        call("cudaFreeAsync", place, stream)
    call("cudaGraphExecDestroy", executable)
    call("cudaStreamDestroy", stream)


def jax(driver):
    """A fatbin, as XLA's own ptxas would have made it if it were ours; streams with priorities, host functions, a pool."""
    least, greatest, stream = ctypes.c_int(), ctypes.c_int(), ctypes.c_void_p()
    driver.cuCtxGetStreamPriorityRange(ctypes.byref(least), ctypes.byref(greatest))
    driver.cuStreamCreateWithPriority(ctypes.byref(stream), 1, greatest)
    pool, threshold = ctypes.c_void_p(), ctypes.c_uint64(1 << 30)
    driver.cuDeviceGetDefaultMemPool(ctypes.byref(pool), 0)
    driver.cuMemPoolSetAttribute(pool, 4, ctypes.byref(threshold))
    x, y = floats(COUNT), floats(COUNT)
    memory = [ctypes.c_uint64() for _ in range(3)]
    for place in memory:
        driver.cuMemAllocAsync(ctypes.byref(place), BYTES, stream)
    pinned = ctypes.c_void_p()
    driver.cuMemHostAlloc(ctypes.byref(pinned), ctypes.c_size_t(BYTES.value * 3), 1)
    ctypes.memmove(pinned, x.tobytes() + y.tobytes(), BYTES.value * 2)
    for i, place in enumerate(memory[:2]):
        driver.cuMemcpyHtoDAsync_v2(place, ctypes.c_void_p(pinned.value + i * BYTES.value), BYTES, stream)
    driver.cuMemsetD32Async(memory[2], 0, ctypes.c_size_t(COUNT), stream)
    module, kind = ctypes.c_void_p(), ctypes.c_uint()
    driver.cuModuleLoadFatBinary(ctypes.byref(module), assemble((KERNELS / "add.ptx").read_text()))
    function = function_of(driver, module)
    driver.cuFuncSetCacheConfig(function, 0)
    number(driver.cuOccupancyMaxActiveBlocksPerMultiprocessor, function, 128, ctypes.c_size_t(0))
    driver.cuPointerGetAttribute(ctypes.byref(kind), 2, memory[0])
    assert kind.value == 2, f"memory of kind {kind.value}"
    launch(driver, function, stream, memory)
    driver.cuMemcpyDtoHAsync_v2(ctypes.c_void_p(pinned.value + 2 * BYTES.value), memory[2], BYTES, stream)
    called = []
    told = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda _: called.append(True))
    driver.cuLaunchHostFunc(stream, told, None)
    driver.cuStreamSynchronize(stream)
    assert called, "the host's function was not called"
    data = ctypes.create_string_buffer(ctypes.string_at(pinned.value + 2 * BYTES.value, BYTES.value), BYTES.value)
    check("jax", data, x, y)
    for place in memory:
        driver.cuMemFreeAsync(place, stream)
    driver.cuStreamSynchronize(stream)
    driver.cuMemFreeHost(pinned)
    driver.cuStreamDestroy_v2(stream)
    driver.cuModuleUnload(module)


def main():
    """One after the other, for a GPU of the kind that the PTX is for."""
    assert ARCH == "sm_90a"
    driver, runtime = Driver(), Runtime()
    driver.cuInit(0)
    numba(driver)
    begin(driver)
    cupy(driver, runtime)
    jax(driver)
    print("ok")


if __name__ == "__main__":
    main()
