// Memory of cuMemCreate that came by file descriptor, as external memory: buffers in it are freed one by one.
// docs/shared-memory.md.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "base/mutex.h"
#include "client/driver/state.h"

namespace ringfence::driver {

// The buffers that programs have of external memory. Each maps all of the memory, at addresses of its own.
class ExternalBuffers {
public:
    CUresult map(const ExternalMemory& memory, std::uint64_t offset, CUdeviceptr& address);
    // Nothing if no buffer begins there.
    std::optional<CUresult> free(std::uint64_t address);
    // The session began anew: nothing is there any more.
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
