// A session's interface to its device. WorkerEngine submits records to a worker (worker_engine.h); tests have another
// implementation.
//
// Work is done in the order of submission. Calls may wait for the worker, so they are made by threads of the session
// (task_threads.h), never by the loop that serves the client. Statuses in errors are CUDA's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence::session {

using Address = std::uint64_t;

// Memory that both this process and the device access.
struct SharedMemory {
    Address address = 0;  // the same for both
    std::uint64_t bytes = 0;
    UniqueFd file;

    std::byte* data() const { return reinterpret_cast<std::byte*>(address); }
};

// A part of the staging memory, through which small copies go.
struct StagedBytes {
    Address address = 0;
    std::uint64_t bytes = 0;
    std::uint64_t number = 0;

    std::byte* data() const { return reinterpret_cast<std::byte*>(address); }
};

struct KernelParameters {
    std::string name;
    std::vector<std::uint32_t> bytes;
};

struct LoadedProgram {
    std::uint64_t module = 0;
    std::vector<KernelParameters> kernels;
};

struct Dimensions3 {
    std::uint32_t x = 1;
    std::uint32_t y = 1;
    std::uint32_t z = 1;
};

struct LaunchRequest {
    std::uint64_t module = 0;
    std::string kernel;
    Dimensions3 grid;
    Dimensions3 block;
    std::uint32_t shared_bytes = 0;
    // The bytes of each parameter.
    std::vector<std::vector<std::byte>> arguments;
};

// A point behind submitted work.
struct Mark {
    std::uint64_t number = 0;
    bool is_done = false;
};

struct EngineFacts {
    std::string device;
    std::string backend;
    std::uint64_t memory_bytes = 0;
    std::uint32_t multiprocessors = 0;
    std::uint32_t compute_major = 0;
    std::uint32_t compute_minor = 0;
};

class Engine {
public:
    Engine() = default;
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    virtual ~Engine() = default;

    virtual EngineFacts facts() const = 0;

    // Callable from any thread:
    virtual Result<Address> allocate(std::uint64_t bytes) = 0;
    virtual Result<SharedMemory> allocate_shared(std::uint64_t bytes) = 0;
    virtual Result<SharedMemory> attach_shared(UniqueFd file) = 0;
    virtual void release_shared(Address address) = 0;
    virtual Result<LoadedProgram> load(std::span<const std::byte> image) = 0;
    virtual void unload(std::uint64_t module) = 0;
    // Does not wait: returns nothing if all staging memory is in use.
    virtual std::optional<StagedBytes> stage(std::uint64_t bytes) = 0;
    virtual void unstage(const StagedBytes& staged) = 0;

    // For one thread, in order. An error concerns this piece of work only.
    virtual Result<void> copy(Address to, Address from, std::uint64_t bytes) = 0;
    virtual Result<void> fill(Address to, std::uint64_t bytes, std::uint8_t value) = 0;
    virtual Result<void> launch(const LaunchRequest& request) = 0;
    // The memory is freed when all work submitted before is done.
    virtual Result<void> release(Address address) = 0;
    // A mark behind all submitted work. An error if some of that work has failed.
    virtual Result<Mark> mark() = 0;
    // Waits until all before the mark is done. Each mark that is not done must be waited for once.
    virtual Result<void> wait(const Mark& mark) = 0;

    // Makes all waiting calls fail, since the session has ended. Callable from any thread.
    virtual void hang_up() = 0;
};

}  // namespace ringfence::session
