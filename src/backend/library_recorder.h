// A substitute for a stream while a library's call is recorded (Device::record_library). The library's work is kept,
// and done whenever a graph with this work is launched. The other functions of a stream fail.
#pragma once

#include <functional>
#include <memory>

#include "backend/device.h"
#include "base/cuda_status.h"

namespace ringfence::backend {

class LibraryRecorder : public Stream {
public:
    // Call it once, after the library's call. Fails if the library did something that cannot be recorded.
    virtual Result<std::shared_ptr<const RecordedLibrary>> end() = 0;

    Result<void> call_host(std::function<void()>) override { return cannot(); }
    Result<void> synchronize() final { return cannot(); }
    Result<bool> is_idle() final { return cannot(); }
    Result<std::uint64_t> mark() final { return cannot(); }
    Result<bool> is_reached(std::uint64_t) final { return cannot(); }
    bool has_passed(std::uint64_t) final { return false; }
    Result<void> record(Event&) final { return cannot(); }
    Result<void> wait_for(Event&) final { return cannot(); }
    Result<void> write_word(Address, std::uint64_t, unsigned) final { return cannot(); }
    Result<void> wait_word(Address, std::uint64_t, unsigned, WordCondition) final { return cannot(); }

private:
    static Error cannot() {
        return Error::bad_input("a call that is being recorded for a graph cannot do that")
            .with_status(cuda_status::capture_unsupported);
    }
};

}  // namespace ringfence::backend
