// External memory: memory of cuMemCreate that was received as a file descriptor. Buffers in it are freed individually.
// docs/shared-memory.md.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "base/mutex.h"
#include "client/driver/state.h"

namespace ringfence::driver {

// A program's buffers in external memory. Each maps all of the memory at its own addresses.
class ExternalBuffers {
public:
    CUresult map(const ExternalMemory& memory, std::uint64_t offset, CUdeviceptr& address);
    // Nothing if no buffer begins there.
    std::optional<CUresult> free(std::uint64_t address);
    // Call it after a reset of the session: no buffer exists any more.
    void forget();

private:
    struct Buffer {
        std::uint64_t base = 0;
        std::uint64_t bytes = 0;
    };
    Mutex mutex_;
    std::map<std::uint64_t, Buffer> buffers_ RF_GUARDED_BY(mutex_);
};

ExternalBuffers& external_buffers();

}  // namespace ringfence::driver
