#!/usr/bin/env python3
"""Does what Triton does, step by step, without Triton: to be run under `ringfence run`, by test.py.

    program.py [--expect-machine-code-fails] [--hopper]

The PTX that Triton's compiler would have made lies in kernels/. It goes through the assembler that TRITON_PTXAS_PATH names,
with Triton's options; what comes out is loaded, looked at and launched with Triton's calls of the driver. Before that the
program has registered an image of machine code alone, as PyTorch has 450 of, and it uses the CUDA runtime for memory.
--hopper: also with what only a card of that kind has, and the software GPU does not.
"""

import array
import ctypes
import math
import os
import pathlib
import random
import re
import struct
import subprocess
import sys
import tempfile

KERNELS = pathlib.Path(__file__).parent / "kernels"
ARCH = "sm_90a"
NUM_REGS, LOCAL_BYTES, MAX_THREADS, STATIC_SHARED, MAX_DYNAMIC_SHARED = 4, 3, 0, 1, 8
SHARED_OPTIN, SHARED_PER_MULTIPROCESSOR = 97, 81
PREFER_SHARED = 1
PROGRAMMATIC_SERIALIZATION = 6
NO_KERNEL_IMAGE = 209
HOST_TO_DEVICE, DEVICE_TO_HOST = 1, 2


def ptxas():
    """The assembler, as Triton finds it: its version must have a release."""
    path = os.environ["TRITON_PTXAS_PATH"]
    version = subprocess.check_output([path, "--version"], stderr=subprocess.STDOUT).decode()
    assert re.search(r".*release (\d+\.\d+).*", version, flags=re.MULTILINE), version
    return path


def assemble(source):
    """The bytes that Triton takes for a cubin."""
    with tempfile.NamedTemporaryFile(delete=False, mode="w", suffix=".ptx") as text, \
         tempfile.NamedTemporaryFile(delete=False, mode="r", suffix=".log") as log:
        text.write(source)
        text.flush()
        binary = text.name + ".o"
        command = [ptxas(), "-lineinfo", "-v", f"--gpu-name={ARCH}", text.name, "-o", binary]
        try:
            done = subprocess.run(command, check=False, close_fds=False, stderr=log)
            assert done.returncode == 0, pathlib.Path(log.name).read_text()
            return pathlib.Path(binary).read_bytes()
        finally:
            for name in (text.name, log.name, binary):
                pathlib.Path(name).unlink(missing_ok=True)


class LaunchAttribute(ctypes.Structure):
    """CUlaunchAttribute."""

    _fields_ = [("id", ctypes.c_int), ("pad", ctypes.c_int), ("value", ctypes.c_byte * 64)]


class LaunchConfig(ctypes.Structure):
    """CUlaunchConfig."""

    _fields_ = [("grid", ctypes.c_uint * 3), ("block", ctypes.c_uint * 3), ("shared", ctypes.c_uint),
                ("stream", ctypes.c_void_p), ("attributes", ctypes.POINTER(LaunchAttribute)), ("count", ctypes.c_uint)]


class Driver:
    """libcuda's functions; each must succeed."""

    def __init__(self):
        self.library = ctypes.CDLL("libcuda.so.1")

    def __getattr__(self, name):
        function = getattr(self.library, name)

        def call(*arguments):
            status = function(*arguments)
            assert status == 0, f"{name}: {status}"
        return call


def begin(driver):
    """The primary context, as Triton takes it when there is none."""
    driver.cuInit(0)
    context = ctypes.c_void_p()
    driver.cuCtxGetCurrent(ctypes.byref(context))
    if not context:
        driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0)
        driver.cuCtxSetCurrent(context)


def number(call, *arguments):
    """The value that a call writes to its first argument."""
    value = ctypes.c_int()
    call(ctypes.byref(value), *arguments)
    return value.value


class Kernel:
    """One that was assembled, loaded and looked at, as in load_binary."""

    def __init__(self, driver, name, shared, from_file=False):
        self.driver, self.shared = driver, shared
        image = assemble((KERNELS / f"{name}.ptx").read_text())
        module, self.function = ctypes.c_void_p(), ctypes.c_void_p()
        if from_file:  # Inductor's launcher
            with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
                file.write(image)
                file.flush()
                driver.cuModuleLoad(ctypes.byref(module), file.name.encode())
        else:
            driver.cuModuleLoadData(ctypes.byref(module), image)
        driver.cuModuleGetFunction(ctypes.byref(self.function), module, f"{name}_kernel".encode())
        assert number(driver.cuFuncGetAttribute, NUM_REGS, self.function) >= 0
        assert number(driver.cuFuncGetAttribute, LOCAL_BYTES, self.function) >= 0
        assert number(driver.cuFuncGetAttribute, MAX_THREADS, self.function) >= 128
        most = number(driver.cuDeviceGetAttribute, SHARED_OPTIN, 0)
        if shared > 49152 and most > 49152:
            driver.cuFuncSetCacheConfig(self.function, PREFER_SHARED)
            number(driver.cuDeviceGetAttribute, SHARED_PER_MULTIPROCESSOR, 0)
            static = number(driver.cuFuncGetAttribute, STATIC_SHARED, self.function)
            driver.cuFuncSetAttribute(self.function, MAX_DYNAMIC_SHARED, most - static)

    def launch(self, programs, *arguments, dependent=False):
        """With the two scratch pointers, which are null, behind the arguments."""
        values = [*arguments, ctypes.c_uint64(0), ctypes.c_uint64(0)]
        pointers = (ctypes.c_void_p * len(values))(*(ctypes.addressof(value) for value in values))
        attribute = LaunchAttribute(PROGRAMMATIC_SERIALIZATION)
        attribute.value[0] = 1
        config = LaunchConfig((ctypes.c_uint * 3)(programs, 1, 1), (ctypes.c_uint * 3)(128, 1, 1), self.shared, None,
                              ctypes.pointer(attribute), 1 if dependent else 0)
        self.driver.cuLaunchKernelEx(ctypes.byref(config), self.function, pointers, None)


class Runtime:
    """libcudart, for memory: what PyTorch is used for beside Triton's kernels."""

    def __init__(self):
        self.library = ctypes.CDLL("libcudart.so.13")
        self.kept = []

    def register_machine_code(self, cubin):
        """An image without PTX and a kernel of it. Gives what a program launches."""
        payload = cubin + bytes(-len(cubin) % 8)
        entry = struct.pack("<HHIQIIHHIIIQQQ", 2, 0x101, 64, len(payload), 0, 0, 8, 1, 90, 0, 0, 0x100011, 0, 0)
        container = struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(entry + payload)) + entry + payload
        image = ctypes.create_string_buffer(container, len(container))
        wrapper = ctypes.create_string_buffer(struct.pack("<IiQQ", 0x466243B1, 1, ctypes.addressof(image), 0))
        host = ctypes.create_string_buffer(8)
        register = self.library.__getattr__("__cudaRegisterFatBinary")
        register.restype = ctypes.c_void_p
        handle = ctypes.c_void_p(register(wrapper))
        self.library.__getattr__("__cudaRegisterFunction")(handle, host, b"add_kernel", b"add_kernel", -1, None, None, None,
                                                           None, None)
        self.library.__getattr__("__cudaRegisterFatBinaryEnd")(handle)
        self.kept += [image, wrapper, host]
        return host

    def copy_in(self, values):
        """Device memory with these values: an array, or a number of bytes."""
        memory = ctypes.c_uint64()
        data = values.tobytes() if not isinstance(values, bytes) else values
        assert self.library.cudaMalloc(ctypes.byref(memory), ctypes.c_size_t(len(data))) == 0
        assert self.library.cudaMemcpy(memory, data, ctypes.c_size_t(len(data)), HOST_TO_DEVICE) == 0
        return memory

    def copy_out(self, memory, count, code="f"):
        """The contents there."""
        size = struct.calcsize(code)
        data = ctypes.create_string_buffer(count * size)
        status = self.library.cudaMemcpy(data, memory, ctypes.c_size_t(count * size), DEVICE_TO_HOST)
        assert status == 0, f"cudaMemcpy: {status}"
        return struct.unpack(f"<{count}{code}", data.raw)


def floats(count):
    """Some of them."""
    return array.array("f", (random.uniform(-4, 4) for _ in range(count)))


def halves(count):
    """Numbers that a half has exactly, and their bytes."""
    values = [random.randint(-32, 32) / 16 for _ in range(count)]
    return values, struct.pack(f"<{count}e", *values)


def expect_close(name, found, expected, tolerance):
    """Each of them."""
    for i, (a, b) in enumerate(zip(found, expected, strict=True)):
        assert abs(a - b) <= tolerance * max(1, abs(b)), f"{name}[{i}] is {a}, expected {b}"
    print(f"{name}: {len(found)} results")


def test_add(driver, runtime):
    """Element by element."""
    count = 3000
    x, y = floats(count), floats(count)
    out = runtime.copy_in(bytes(count * 4))
    Kernel(driver, "add", 0).launch(3, runtime.copy_in(x), runtime.copy_in(y), out, ctypes.c_int(count))
    expect_close("add", runtime.copy_out(out, count), [a + b for a, b in zip(x, y)], 1e-6)


def test_softmax(driver, runtime):
    """Rows that are shorter than a block, and lie apart."""
    rows, columns, stride = 5, 780, 800
    x = floats(rows * stride)
    out = runtime.copy_in(bytes(rows * columns * 4))
    Kernel(driver, "softmax", 16).launch(rows, out, runtime.copy_in(x), ctypes.c_int(stride), ctypes.c_int(columns),
                                         ctypes.c_int(columns))
    expected = []
    for row in range(rows):
        powers = [math.exp(value) for value in x[row * stride:row * stride + columns]]
        expected += [power / sum(powers) for power in powers]
    expect_close("softmax", runtime.copy_out(out, rows * columns), expected, 1e-5)


def test_reduce(driver, runtime):
    """Sums of rows and of all, by the launcher of Inductor and a launch that may overlap the one before."""
    rows, columns = 7, 1500
    x = floats(rows * columns)
    sums, total = runtime.copy_in(bytes(rows * 4)), runtime.copy_in(bytes(4))
    kernel = Kernel(driver, "reduce", 16, from_file=True)
    kernel.launch(rows, sums, total, runtime.copy_in(x), ctypes.c_int(columns), dependent=True)
    expected = [math.fsum(x[row * columns:(row + 1) * columns]) for row in range(rows)]
    expect_close("reduce", runtime.copy_out(sums, rows), expected, 1e-3)
    expect_close("reduce all", runtime.copy_out(total, 1), [math.fsum(x)], 1e-3)


def test_matmul(driver, runtime, name="matmul"):
    """With edges in all three directions, and just as much shared memory as a launch gets unasked."""
    rows, columns, depth = 72, 88, 136
    a, a_bytes = halves(rows * depth)
    b, b_bytes = halves(depth * columns)
    out = runtime.copy_in(bytes(rows * columns * 4))
    numbers = [ctypes.c_int(value) for value in (rows, columns, depth, depth, columns, columns)]
    Kernel(driver, name, 49152).launch(4, runtime.copy_in(a_bytes), runtime.copy_in(b_bytes), out, *numbers)
    transposed = [b[column::columns] for column in range(columns)]
    expected = []
    for row in range(rows):
        line = a[row * depth:(row + 1) * depth]
        expected += [sum(p * q for p, q in zip(line, column)) for column in transposed]
    expect_close(name, runtime.copy_out(out, rows * columns), expected, 1e-4)


def attention(q, k, v, length, scale):
    """On the processor."""
    expected = []
    for row in range(length):
        query = q[row * 64:row * 64 + 64]
        scores = [scale * sum(a * b for a, b in zip(query, k[key * 64:key * 64 + 64])) for key in range(length)]
        powers = [math.exp(score - max(scores)) for score in scores]
        expected += [sum(power * v[key * 64 + i] for key, power in enumerate(powers)) / sum(powers) for i in range(64)]
    return expected


def test_attention(driver, runtime):
    """One head; the last queries and keys fill half a tile. All the shared memory that there is."""
    length, scale = 96, 0.125
    (q, q_bytes), (k, k_bytes), (v, v_bytes) = (halves(length * 64) for _ in range(3))
    out = runtime.copy_in(bytes(length * 128))
    most = number(driver.cuDeviceGetAttribute, SHARED_OPTIN, 0)
    Kernel(driver, "attention", most).launch(2, *(runtime.copy_in(data) for data in (q_bytes, k_bytes, v_bytes)), out,
                                              ctypes.c_int(length), ctypes.c_float(scale))
    expect_close("attention", runtime.copy_out(out, length * 64, "e"), attention(q, k, v, length, scale), 4e-3)


def register_torch(runtime):
    """Machine code alone, of the same ptxas. None where there is no ptxas."""
    image = assemble((KERNELS / "add.ptx").read_text())
    if image.startswith(b"\x7fELF"):
        return runtime.register_machine_code(image)
    kind, _, header, bytes_ = struct.unpack_from("<HHIQ", image, 16)
    return runtime.register_machine_code(image[16 + header:16 + header + bytes_]) if kind == 2 else None


def test_refusal(runtime, kernel, is_refused):
    """A kernel of machine code alone is refused when it is used, where it cannot be guarded, and nothing else is."""
    count = 1000
    x = floats(count)
    given, out = runtime.copy_in(x), runtime.copy_in(bytes(count * 4))
    values = [given, given, out, ctypes.c_int(count), ctypes.c_uint64(0), ctypes.c_uint64(0)]
    pointers = (ctypes.c_void_p * len(values))(*(ctypes.addressof(value) for value in values))
    dimensions = [struct.pack("<III", 1, 1, 1), struct.pack("<III", 128, 1, 1)]
    launch = runtime.library.cudaLaunchKernel
    launch.argtypes = [ctypes.c_void_p, Dimensions, Dimensions, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p]
    status = launch(ctypes.addressof(kernel), *(Dimensions.from_buffer_copy(d) for d in dimensions), pointers, 0, None)
    assert status == (NO_KERNEL_IMAGE if is_refused else 0), f"cudaLaunchKernel: {status}"
    if is_refused:
        runtime.library.cudaGetLastError()
    expected = [0.0] * count if is_refused else [2 * value for value in x]
    expect_close("machine code", runtime.copy_out(out, count), expected, 1e-6)


class Dimensions(ctypes.Structure):
    """dim3."""

    _fields_ = [("x", ctypes.c_uint), ("y", ctypes.c_uint), ("z", ctypes.c_uint)]


def main():
    """The program."""
    random.seed(14)
    runtime = Runtime()
    registered = register_torch(runtime)
    driver = Driver()
    begin(driver)
    test_add(driver, runtime)
    if registered is not None:
        test_refusal(runtime, registered, "--expect-machine-code-fails" in sys.argv)
    for test in (test_softmax, test_reduce, test_matmul, test_attention):
        test(driver, runtime)
    if "--hopper" in sys.argv:
        test_matmul(driver, runtime, "hopper")
    print("ok")


if __name__ == "__main__":
    main()
