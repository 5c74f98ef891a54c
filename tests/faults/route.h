// The two ways to a session, step by step: over the record channel, as CUDA programs go, and over the native API.
//
// Each step gives the code that a program would see: CUDA's status or the native API's, 0 if all is well. A step of the
// channel for which CUDA has no status yet (nobody has said Welcome) gives -1.
#pragma once

#include <chrono>
#include <memory>
#include <string>

namespace ringfence::faults {

struct Outcome {
    int code = 0;
    std::string text = {};
    bool ok() const { return code == 0; }
};

class Route {
public:
    Route() = default;
    Route(const Route&) = delete;
    Route& operator=(const Route&) = delete;
    virtual ~Route() = default;

    virtual Outcome connect() = 0;
    // Asks for a session, and does not look whether there is one.
    virtual Outcome say_hello() = 0;
    virtual Outcome open() = 0;
    virtual Outcome load(const std::string& ptx) = 0;
    virtual Outcome allocate() = 0;
    // Writes to the device and reads it back, for so long.
    virtual Outcome copy(std::chrono::milliseconds time) = 0;
    // A kernel of `kernels` without parameters, or `busy` for so long; does not wait for it.
    virtual Outcome launch(const std::string& kernel, std::chrono::milliseconds time) = 0;
    virtual Outcome wait() = 0;
    // As much more host memory as asked for.
    virtual Outcome map(std::uint64_t bytes) = 0;
    // Writes, launches, reads, compares.
    virtual Outcome round(std::uint32_t number) = 0;
    virtual Outcome close() = 0;
};

std::unique_ptr<Route> make_channel_route(const std::string& isolation);
std::unique_ptr<Route> make_native_route(const std::string& isolation);

// add(data, amount) adds to data[thread]; busy(cycles); fault() traps; stray() stores to an address that is nobody's.
extern const std::string kernels;
// One that takes a second or so to compile, and was never compiled before.
std::string slow_module();
// A compiler of tests/compiler does as the name of the kernel says.
std::string module_with(const std::string& kernel);

constexpr std::uint32_t count = 256;
// Kernels measure time with the clock; the software GPU's counts nanoseconds.
constexpr std::uint64_t cycles_in(std::chrono::milliseconds time) {
    return static_cast<std::uint64_t>(time.count()) * 1'000'000;
}

}  // namespace ringfence::faults
