// A GPU as the rest of the project sees it: memory, modules, launches, streams and events.
//
// Two things implement it: `soft` (backend/soft/soft.h) runs PTX on the CPU, `cuda` (backend/cuda/cuda.h) drives a real
// card. Everything above this line works with either and cannot tell them apart but by their names and speed.
//
// Work that is put on a stream is done in the stream's order; streams run beside each other. What goes wrong in such
// work (a fault in a kernel, say) is kept by the stream and given, once, by the next call that waits for it. Work that
// was put on the stream before the failure was given, and comes after it in the stream, is dropped; its events count as
// done. A card that met a fault does nothing any more: there every later call fails, and says so.
//
// Objects must be destroyed before the device that made them, kernels before their module is. Destroying a stream or a
// module waits for the work that it takes part in. All calls may come from several threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace ringfence::backend {

// An address in the device's memory.
using Address = std::uint64_t;

struct Dim3 {
    std::uint32_t x = 1;
    std::uint32_t y = 1;
    std::uint32_t z = 1;

    std::uint64_t count() const { return std::uint64_t{x} * y * z; }
    friend bool operator==(const Dim3&, const Dim3&) = default;
};

struct Properties {
    std::string name;
    std::uint32_t compute_major = 9;
    std::uint32_t compute_minor = 0;
    std::uint64_t total_memory = 0;
    std::uint32_t multiprocessors = 1;
    std::uint32_t warp_size = 32;
    std::uint32_t max_threads_per_block = 1024;
    std::uint32_t max_threads_per_multiprocessor = 2048;
    std::uint32_t max_blocks_per_multiprocessor = 32;
    Dim3 max_block = {1024, 1024, 64};
    Dim3 max_grid = {2147483647, 65535, 65535};
    std::uint64_t shared_per_block = 48 << 10;         // without asking
    std::uint64_t shared_per_block_optin = 227 << 10;  // at most
    std::uint64_t shared_per_multiprocessor = 228 << 10;
    std::uint32_t registers_per_block = 65536;
    std::uint64_t constant_memory = 64 << 10;
    std::uint64_t l2_bytes = 0;
    std::uint32_t clock_khz = 0;
};

struct MemoryInfo {
    std::uint64_t free = 0;
    std::uint64_t total = 0;
};

// Where a kernel's parameter lies in the bytes that a launch passes.
struct ParameterInfo {
    std::uint32_t offset = 0;
    std::uint32_t bytes = 0;
};

struct FunctionInfo {
    std::vector<ParameterInfo> parameters;
    std::uint32_t parameter_bytes = 0;
    std::uint32_t static_shared = 0;
    std::uint32_t local_bytes = 0;  // a thread's
    std::uint32_t registers = 0;
    std::uint32_t max_threads_per_block = 1024;
};

// A kernel of a module; lives as long as that.
class Function {
public:
    virtual ~Function() = default;
    virtual std::string_view name() const = 0;
    virtual const FunctionInfo& info() const = 0;
};

struct GlobalInfo {
    Address address = 0;
    std::uint64_t bytes = 0;
};

class Module {
public:
    virtual ~Module() = default;
    virtual Result<const Function*> function(std::string_view name) = 0;
    // A `.global` or `.const` variable.
    virtual Result<GlobalInfo> global(std::string_view name) = 0;
};

class Event {
public:
    virtual ~Event() = default;
    virtual Result<void> synchronize() = 0;
    // Whether everything before it is done. An event that was never recorded is done.
    virtual Result<bool> is_done() = 0;
    virtual Result<double> milliseconds_since(Event& start) = 0;
};

class Stream {
public:
    virtual ~Stream() = default;
    virtual Result<void> synchronize() = 0;
    virtual Result<bool> is_idle() = 0;
    virtual Result<void> record(Event& event) = 0;
    virtual Result<void> wait_for(Event& event) = 0;
    // Runs on a thread of the device's, when all that came before on the stream is done. It must not call the device.
    virtual Result<void> call_host(std::function<void()> function) = 0;
};

struct Launch {
    Dim3 grid;
    Dim3 block;
    std::uint32_t dynamic_shared = 0;
    bool cooperative = false;  // all blocks run at once, so that they may wait for each other
};

struct LoadOptions {
    std::string file_name = "<ptx>";  // for messages
};

class Device {
public:
    virtual ~Device() = default;
    virtual const Properties& properties() const = 0;
    virtual Result<MemoryInfo> memory_info() = 0;

    // At least 256-byte aligned. Contents are undefined.
    virtual Result<Address> allocate(std::uint64_t bytes) = 0;
    // Waits for work on the device that may use it.
    virtual Result<void> release(Address address) = 0;

    virtual Result<std::unique_ptr<Module>> load(std::string ptx, const LoadOptions& options = {}) = 0;

    virtual Result<std::unique_ptr<Stream>> create_stream() = 0;
    virtual Result<std::unique_ptr<Event>> create_event() = 0;

    // Put on the stream. The host's memory must stay as it is until that part of the stream is done.
    virtual Result<void> copy_to_device(Stream& stream, Address to, std::span<const std::byte> from) = 0;
    virtual Result<void> copy_to_host(Stream& stream, std::span<std::byte> to, Address from) = 0;
    virtual Result<void> copy_on_device(Stream& stream, Address to, Address from, std::uint64_t bytes) = 0;
    // Fills with `count` copies of the lowest `width` (1, 2 or 4) bytes of `value`.
    virtual Result<void> fill(Stream& stream, Address to, std::uint32_t value, unsigned width, std::uint64_t count) = 0;
    // `parameters` are the bytes of the parameter space, laid out as FunctionInfo says; they are copied.
    virtual Result<void> launch(Stream& stream, const Function& function, const Launch& launch,
                                std::span<const std::byte> parameters) = 0;

    // Waits for all streams. Gives the first failure that no stream's own wait has given yet.
    virtual Result<void> synchronize() = 0;
};

}  // namespace ringfence::backend
