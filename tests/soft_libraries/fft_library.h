// libringfence-soft-cufft.so, loaded as the worker loads it, with a host of the test's own.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <mutex>

#include "soft_libraries/fft/cufft_abi.h"
#include "soft_libraries/host.h"

namespace ringfence::soft_libraries::fft {

// Runs work at once, or keeps it until it is told to run. May be used by several threads.
class TestHost final : public Host {
public:
    bool enqueue(void* stream, std::function<void()> work) override;
    bool synchronize(void* stream) override;

    void keep_work(bool keep);
    void refuse_work(bool refuse);
    std::size_t waiting(void* stream) const;
    void run_first(void* stream);
    void drop(void* stream);  // gives the stream up
    void* last_stream() const;

private:
    mutable std::mutex lock_;
    std::map<void*, std::deque<std::function<void()>>> streams_;
    void* last_stream_ = nullptr;
    bool keep_ = false;
    bool refuse_ = false;
};

struct Library {
#define CUFFT_FUNCTION(name, parameters) name##_function* name = nullptr;
#include "soft_libraries/fft/cufft_functions.inc"
#undef CUFFT_FUNCTION
    void* handle = nullptr;
};

TestHost& host();
// Loads it on first use.
const Library& library();

}  // namespace ringfence::soft_libraries::fft
