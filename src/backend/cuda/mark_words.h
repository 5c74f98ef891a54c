// Words in host memory into which streams write their progress, so that it can be read without calling the driver.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "backend/cuda/driver_api.h"
#include "backend/device.h"
#include "base/mapped_memory.h"
#include "base/mutex.h"
#include "base/result.h"

namespace ringfence::backend::cuda {

class Context;

class MarkWords {
public:
    struct Word {
        std::atomic<std::uint64_t>* host = nullptr;
        Address device = 0;
    };

    // A word with the value 0. Registers more memory with the card when none is left.
    Result<Word> take(const Context& context);
    void give_back(Word word);
    // Call it before the context is destroyed.
    void clear(const Context& context);

private:
    Result<void> grow(const Context& context) RF_REQUIRES(mutex_);

    Mutex mutex_;
    std::vector<MappedMemory> blocks_ RF_GUARDED_BY(mutex_);
    std::vector<Word> free_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence::backend::cuda
